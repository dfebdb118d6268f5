import '@mantine/spotlight/styles.css'
import { Spotlight } from '@mantine/spotlight'
import { useState } from 'react'
import { useIsAdmin } from '@/console/session/use-session'
import { IconSearch } from '@/console/ui/icons.gen'
import { paletteStore } from './palette-opener'
import { PaletteSelection } from './palette-selection'
import { useCommands } from './use-commands'
import { useMembers } from './use-members'
import { usePlaces } from './use-places'
import { useRecords } from './use-records'
import classes from './palette.module.css'

/** The command palette: finds pages and records by name, and runs actions. */
export default function Palette({ workspaceId }: { workspaceId: string }) {
  const [query, setQuery] = useState('')
  const isAdmin = useIsAdmin()
  const places = usePlaces(workspaceId)
  const { groups: records, nothingFound } = useRecords(workspaceId, query)
  const members = useMembers(workspaceId)
  const commands = useCommands(workspaceId)
  return (
    <Spotlight
      store={paletteStore}
      centered={false}
      actions={[...places, ...records, ...(isAdmin ? members : []), ...commands]}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      limit={30}
      maxHeight={420}
      scrollable
      // Tab skips the actions, so it has to reach the list for it to be scrolled with keys.
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      highlightQuery
      classNames={{
        content: classes['content'] ?? '',
        actionsGroup: classes['group'] ?? '',
        actionBody: classes['body'] ?? '',
        actionDescription: classes['description'] ?? '',
      }}
      nothingFound={nothingFound}
      searchProps={{
        placeholder: 'Go to a page or record, or run an action',
        leftSection: <IconSearch size={16} />,
        rightSection: <PaletteSelection nothingFound={nothingFound} />,
        rightSectionWidth: 0,
        'aria-label': 'Go to',
      }}
      attributes={{ content: { 'aria-label': 'Go to' } }}
      overlayProps={{ blur: 0, backgroundOpacity: 0.6 }}
      transitionProps={{ duration: 80 }}
    />
  )
}
