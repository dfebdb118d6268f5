import { Menu, Text } from '@mantine/core'
import type { ColumnChoice, TableView } from './table-view'

interface ColumnItemsProps<AnyColumn> extends Pick<
  TableView<AnyColumn>,
  'all' | 'columns' | 'show'
> {
  /** Whether the table is wide enough for a column. Left out, it has room for all. */
  hasRoomFor?: (column: AnyColumn) => boolean
}

/** The part of a menu that shows and hides columns of a table. */
export function ColumnItems<AnyColumn extends ColumnChoice>({
  all,
  columns,
  show,
  hasRoomFor,
}: ColumnItemsProps<AnyColumn>) {
  const shown = columns.map(({ name }) => name)
  return (
    <div role="group" aria-label="Columns">
      <Menu.Label aria-hidden>Columns</Menu.Label>
      {all.slice(1).map((column) => {
        const { name, label, isFixed } = column
        const hasRoom = hasRoomFor?.(column) ?? true
        return (
          isFixed !== true && (
            <Menu.CheckboxItem
              key={name}
              checked={hasRoom && shown.includes(name)}
              disabled={!hasRoom}
              rightSection={hasRoom ? undefined : <Text fz="xs">no room</Text>}
              onChange={(checked) =>
                show(checked ? [...shown, name] : shown.filter((other) => other !== name))
              }
            >
              {label}
            </Menu.CheckboxItem>
          )
        )
      })}
    </div>
  )
}
