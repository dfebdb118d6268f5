import '@mantine/spotlight/styles.css'
import { Kbd, Modal, Table } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { alertTypeFacts, alertTypeNames } from '../../contract/alerts'
import { limitFacts, limitNames } from '../../contract/limits'
import { settingNames, settings } from '../../contract/workspaces'
import { extensionsQuery, workspacesQuery } from '../api/workspaces'
import type { Page } from './navigation'
import { paletteStore } from './palette-opener'

const keys: readonly [keys: string[], does: string][] = [
  [['Ctrl', 'K'], 'Go to a page, workspace, setting, limit or alert type by name'],
  [['?'], 'Show these keys'],
  [['↑', '↓', '←', '→'], 'Move through a grid'],
  [['Enter'], 'Edit the cell of a grid, and keep what was typed'],
  [['Esc'], 'Leave a cell as it was; close what is open'],
  [['Space'], 'Switch a cell of the alert matrix'],
  [['Shift', '↑ ↓'], 'Select a range'],
  [['Ctrl', 'C / V'], 'Copy and paste a range'],
  [['Ctrl', 'D'], 'Fill down'],
  [['Ctrl', 'Z / Shift Z'], 'Undo and redo in a grid'],
]

/** Reaches everything that has a name, without a mouse. */
export default function Palette({ workspaceId, pages }: { workspaceId: string; pages: readonly Page[] }) {
  const navigate = useNavigate()
  const { data: extensions } = useQuery(extensionsQuery)
  const { data: workspaces = [] } = useQuery({ ...workspacesQuery, enabled: extensions === true })
  const [helpOpened, setHelpOpened] = useState(false)
  useHotkeys([['shift+?', () => setHelpOpened(true)], ['?', () => setHelpOpened(true)]])
  const isAdmin = pages.some(({ admin }) => admin === true)
  const params = { workspaceId }

  const actions: SpotlightActionGroupData[] = [
    { group: 'Pages', actions: pages.map(({ to, label }) => ({ id: to, label, onClick: () => void navigate({ to, params }) })) },
    {
      group: 'Workspaces',
      actions: workspaces.map(({ id, name, key, type }) => ({ id, label: name, description: `${key}${type === undefined ? '' : `, ${type}`}`, onClick: () => void navigate({ to: '/w/$workspaceId', params: { workspaceId: id } }) })),
    },
    ...(isAdmin
      ? [
          { group: 'Settings', actions: settingNames.map((name) => ({ id: `setting ${name}`, label: settings[name].label, description: name, onClick: () => void navigate({ to: '/w/$workspaceId/settings', params, hash: name }) })) },
          { group: 'Limits', actions: limitNames.map((name) => ({ id: `limit ${name}`, label: limitFacts(name).label, description: name, onClick: () => void navigate({ to: '/w/$workspaceId/limits', params, search: { focus: name } }) })) },
          { group: 'Alert types', actions: alertTypeNames.map((name) => ({ id: `alert ${name}`, label: alertTypeFacts(name).label, description: name, onClick: () => void navigate({ to: '/w/$workspaceId/alerts', params, search: { focus: name } }) })) },
        ]
      : []),
  ]

  return (
    <>
      <Spotlight store={paletteStore} actions={actions} shortcut={['mod + K', 'mod + P']} limit={30} maxHeight={420} scrollable highlightQuery nothingFound="Nothing of that name" searchProps={{ placeholder: 'Go to a page, workspace, setting, limit or alert type', leftSection: <IconSearch size={16} />, 'aria-label': 'Go to' }} transitionProps={{ duration: 80 }} />
      <Modal opened={helpOpened} onClose={() => setHelpOpened(false)} title="Keys">
        <Table>
          <Table.Tbody>
            {keys.map(([combination, does]) => (
              <Table.Tr key={does}>
                <Table.Td>{combination.map((key) => <Kbd key={key} mr={4}>{key}</Kbd>)}</Table.Td>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Modal>
    </>
  )
}
