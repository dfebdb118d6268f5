import { Kbd, Modal, Table } from '@mantine/core'

const keys: readonly [keys: string[], does: string][] = [
  [
    ['Ctrl', 'K'],
    'Find a page, workspace, setting, limit, alert type, connector or app, or run an action',
  ],
  [['Ctrl', 'S'], 'Review and save the changes of the page'],
  [['?'], 'Show these shortcuts'],
  [['F8'], 'Go to the newest message, such as to its Undo'],
  [['↑', '↓', '←', '→'], 'Move through a grid'],
  [['Enter'], 'Edit a cell of a grid, and apply the edit; open the first link of another cell'],
  [['Shift', 'Enter'], 'Open the last link of a cell, such as the history of an alert type'],
  [['Esc'], 'Cancel an edit; clear a search; close a dialog or menu'],
  [['Space'], 'Toggle a cell of the alert matrix, or the tick of a row'],
  [['Shift', '↑ ↓'], 'Select a range'],
  [['Ctrl', 'C / V'], 'Copy and paste a range'],
  [['Ctrl', 'D'], 'Fill down'],
  [['Ctrl', 'Z'], 'Undo in a grid'],
  [['Ctrl', 'Shift', 'Z'], 'Redo in a grid'],
  [['Delete'], 'Archive the selected apps, after a preview'],
  [['Ctrl', 'Enter'], 'Submit a pasted list'],
]

/** Lists the keyboard shortcuts. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts">
      <Table>
        <Table.Tbody>
          {keys.map(([combination, does]) => (
            <Table.Tr key={does}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {combination.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{does}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
