import { Button, Menu } from '@mantine/core'
import { memo } from 'react'
import { CopyFromMenu } from '@/console/grids/copy-from-menu'
import type { ImportSource } from '@/console/grids/import-dialog'
import { limitRows } from '@/console/grids/limit-rows'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { ColumnItems } from '@/console/table/column-items'
import { GridActions } from '@/console/table/grid-actions'
import { IconTable } from '@/console/ui/icons.gen'
import { columnsWithData, hasRoomFor, limitColumns, type LimitColumn } from './columns'
import { asJson } from './import-export'

interface LimitsHeaderProps {
  workspaceId: string
  isWritable: boolean
  isDense: boolean
  /** The columns that the user has not hidden. */
  columns: readonly LimitColumn[]
  /** Whether the engine reports usage. */
  hasUsage: boolean
  gridWidth: number
  /** Undefined if there is nothing to undo. */
  undo: (() => void) | undefined
  redo: (() => void) | undefined
  onDense: (isDense: boolean) => void
  onColumns: (names: readonly string[]) => void
  onImport: (source: ImportSource) => void
  onExport: (type: 'csv' | 'json') => void
}

/** The title of the grid, and the actions on all of it. */
export const LimitsHeader = memo(function LimitsHeader({
  workspaceId,
  isWritable,
  isDense,
  columns,
  hasUsage,
  gridWidth,
  undo,
  redo,
  onDense,
  onColumns,
  onImport,
  onExport,
}: LimitsHeaderProps) {
  return (
    <PageHeader
      title="Limits"
      actions={
        <>
          <GridActions undo={undo} redo={redo}>
            {isWritable && (
              <>
                <Menu.Item onClick={() => onImport({ title: 'Import limits' })}>
                  Import CSV or JSON…
                </Menu.Item>
                <CopyFromMenu
                  workspaceId={workspaceId}
                  onWorkspace={(other) =>
                    onImport({
                      title: `Copy limits from ${other.name}`,
                      text: asJson(limitRows(other, {}).filter(({ group }) => group !== 'unknown')),
                    })
                  }
                />
              </>
            )}
            <Menu.Item onClick={() => onExport('csv')}>Export shown limits as CSV</Menu.Item>
            <Menu.Item onClick={() => onExport('json')}>Export shown limits as JSON</Menu.Item>
          </GridActions>
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" size="compact-md" px={8} aria-label="Columns">
                <IconTable size={16} />
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <ColumnItems
                all={columnsWithData(limitColumns, hasUsage)}
                columns={columns}
                show={onColumns}
                hasRoomFor={(column) => hasRoomFor(column, gridWidth)}
              />
              <Menu.Divider />
              <Menu.CheckboxItem checked={isDense} onChange={onDense}>
                Dense rows
              </Menu.CheckboxItem>
            </Menu.Dropdown>
          </Menu>
        </>
      }
    >
      {introductions.limits}
    </PageHeader>
  )
})
