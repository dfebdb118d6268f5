import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { exportHistory, fetchAllEvents, type HistoryFilter } from '@/console/api/history'
import { download, downloadBlob } from '@/console/browser/download'
import { showFailure } from '@/console/layout/show-error'
import { historyCsv } from './export'

interface ExportMenuProps {
  workspaceId: string
  workspaceKey: string
  filter: HistoryFilter
  disabled: boolean
}

/** Downloads all entries that match the filters. */
export function ExportMenu({ workspaceId, workspaceKey, filter, disabled }: ExportMenuProps) {
  const { mutate: save, isPending } = useMutation({
    mutationFn: async (type: 'csv' | 'json' | 'ndjson') => {
      const name = `${workspaceKey}-history.${type}`
      if (type === 'ndjson') return downloadBlob(name, await exportHistory(workspaceId, filter))
      const all = await fetchAllEvents(workspaceId, filter)
      if (type === 'csv') download(name, 'text/csv', historyCsv(all))
      else download(name, 'application/json', JSON.stringify(all, null, 2))
    },
    onError: (error) => showFailure('Couldn’t export the history', error),
  })

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={disabled} loading={isPending}>
          Export all
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => save('csv')}>As CSV</Menu.Item>
        <Menu.Item onClick={() => save('json')}>As JSON</Menu.Item>
        <Menu.Item onClick={() => save('ndjson')}>As NDJSON, one entry a line</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
