import { Menu } from '@mantine/core'
import { memo } from 'react'
import { valueAt } from '@/console/edits/edits'
import { alertSettingPath } from '@/console/edits/member-path'
import { alertRows } from '@/console/grids/alert-rows'
import { CopyFromMenu } from '@/console/grids/copy-from-menu'
import type { ImportSource } from '@/console/grids/import-dialog'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { GridActions } from '@/console/table/grid-actions'
import { asJson, settingsOf } from './import-export'
import { TestAlert } from './test-alert'

interface AlertsHeaderProps {
  workspaceId: string
  isWritable: boolean
  /** Whether the engine can send test alerts, and has settings of alerts. */
  canTest: boolean
  /** Undefined if there is nothing to undo. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  onImport: (source: ImportSource) => void
  onExport: () => void
}

/** The title of the matrix, and the actions on all of it. */
export const AlertsHeader = memo(function AlertsHeader({
  workspaceId,
  isWritable,
  canTest,
  undo,
  redo,
  onImport,
  onExport,
}: AlertsHeaderProps) {
  return (
    <PageHeader
      title="Alerts"
      actions={
        <>
          {canTest && isWritable && <TestAlert workspaceId={workspaceId} />}
          <GridActions undo={undo} redo={redo}>
            {isWritable && (
              <>
                <Menu.Item onClick={() => onImport({ title: 'Import delivery settings' })}>
                  Import JSON…
                </Menu.Item>
                <CopyFromMenu
                  workspaceId={workspaceId}
                  onWorkspace={(other) =>
                    onImport({
                      title: `Copy delivery settings from ${other.name}`,
                      text: asJson(
                        alertRows(other, {}),
                        canTest
                          ? settingsOf((name) => valueAt(other, alertSettingPath(name)))
                          : undefined,
                      ),
                    })
                  }
                />
              </>
            )}
            <Menu.Item onClick={onExport}>Export as JSON</Menu.Item>
          </GridActions>
        </>
      }
    >
      {introductions.alerts}
    </PageHeader>
  )
})
