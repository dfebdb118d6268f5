import { Tabs } from '@mantine/core'
import type { AppFilter } from '../../../../api/apps'

interface ScopeTabsProps {
  scope: AppFilter['scope']
  onScope: (scope: AppFilter['scope']) => void
}

/** Chooses whose apps are listed. */
export function ScopeTabs({ scope, onScope }: ScopeTabsProps) {
  return (
    <Tabs
      value={scope}
      onChange={(value) => onScope(value === 'public' ? 'public' : 'workspace')}
      mb="xs"
    >
      <Tabs.List>
        <Tabs.Tab value="workspace">Workspace apps</Tabs.Tab>
        <Tabs.Tab value="public">Public catalog</Tabs.Tab>
      </Tabs.List>
    </Tabs>
  )
}
