import { Kbd, Modal, Table } from '@mantine/core'

const keys: readonly [keys: string[], does: string][] = [
  [['Ctrl', 'K'], 'Go to a page, workspace, setting, limit, alert type, connector or app by name'],
  [['?'], 'Show these keys'],
  [['↑', '↓', '←', '→'], 'Move through a grid'],
  [['Enter'], 'Edit the cell of a grid, and keep what was typed'],
  [['Esc'], 'Leave a cell as it was; close what is open'],
  [['Space'], 'Switch a cell of the alert matrix'],
  [['Shift', '↑ ↓'], 'Select a range'],
  [['Ctrl', 'C / V'], 'Copy and paste a range'],
  [['Ctrl', 'D'], 'Fill down'],
  [['Ctrl', 'Z'], 'Undo in a grid'],
  [['Ctrl', 'Shift', 'Z'], 'Redo in a grid'],
]

/** Tells what the keys do. */
export default function KeyList({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keys">
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
