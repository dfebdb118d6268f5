import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { download } from '@/console/browser/download'
import { showFailure } from '@/console/layout/show-error'
import { IconTable } from '@/console/ui/icons.gen'
import { loadPart } from '@/console/ui/loading/load-part'
import { ColumnItems } from './column-items'
import type { Column } from './columns'
import type { TableView } from './table-view'

interface TableMenuProps<Row> {
  view: TableView<Column<Row>>
  /** The name of exported files, without extension. */
  fileName: string
  /** Reads all matching rows, loaded or not. */
  readAll: () => Promise<readonly Row[]>
}

/** The menu of a table: columns, density and export. */
export function TableMenu<Row>({ view, fileName, readAll }: TableMenuProps<Row>) {
  const { mutate: save, isPending } = useMutation({
    mutationFn: async (type: 'csv' | 'json') => {
      const rows = await readAll()
      if (type === 'csv') {
        const { csvOf } = await loadPart(() => import('./csv'))
        download(`${fileName}.csv`, 'text/csv', csvOf(rows, view.all))
      } else download(`${fileName}.json`, 'application/json', JSON.stringify(rows, null, 2))
    },
    onError: (error) => showFailure('Couldn’t export the list', error),
  })

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          px={8}
          loading={isPending}
          aria-label="Columns and export"
        >
          <IconTable size={16} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ColumnItems all={view.all} columns={view.columns} show={view.show} />
        <Menu.Divider />
        <Menu.CheckboxItem checked={view.isDense} onChange={view.setDense}>
          Dense rows
        </Menu.CheckboxItem>
        <Menu.Divider />
        <Menu.Item onClick={() => save('csv')}>Export all as CSV</Menu.Item>
        <Menu.Item onClick={() => save('json')}>Export all as JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
