import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { exportHistory, fetchAllEvents, type HistoryFilter } from '../../../../api/history'
import { download, downloadBlob } from '../../../../ui/download'
import { historyCsv } from './export'
import { showError } from '../../../../layout/show-error'

interface ExportMenuProps {
  workspaceId: string
  workspaceKey: string
  filter: HistoryFilter
  disabled: boolean
}

/** Downloads all entries that match the filters. */
export function ExportMenu({ workspaceId, workspaceKey, filter, disabled }: ExportMenuProps) {
  const [isSaving, setSaving] = useState(false)

  async function save(type: 'csv' | 'json' | 'ndjson') {
    setSaving(true)
    try {
      const name = `${workspaceKey}-history.${type}`
      if (type === 'ndjson') {
        downloadBlob(name, await exportHistory(workspaceId, filter))
        return
      }
      const all = await fetchAllEvents(workspaceId, filter)
      if (type === 'csv') download(name, 'text/csv', historyCsv(all))
      else download(name, 'application/json', JSON.stringify(all, null, 2))
    } catch (error) {
      showError(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={disabled} loading={isSaving}>
          Export all
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void save('csv')}>As CSV</Menu.Item>
        <Menu.Item onClick={() => void save('json')}>As JSON</Menu.Item>
        <Menu.Item onClick={() => void save('ndjson')}>As NDJSON, one entry a line</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
