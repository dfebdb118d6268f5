import { Menu } from '@mantine/core'
import type { ColumnChoice, TableView } from './table-view'

/** The part of a menu that shows and hides columns of a table. */
export function ColumnItems<AnyColumn extends ColumnChoice>({
  all,
  columns,
  show,
}: Pick<TableView<AnyColumn>, 'all' | 'columns' | 'show'>) {
  const shown = columns.map(({ name }) => name)
  return (
    <div role="group" aria-label="Columns">
      <Menu.Label aria-hidden>Columns</Menu.Label>
      {all.slice(1).map(
        ({ name, label, isFixed }) =>
          isFixed !== true && (
            <Menu.CheckboxItem
              key={name}
              checked={shown.includes(name)}
              onChange={(checked) =>
                show(checked ? [...shown, name] : shown.filter((other) => other !== name))
              }
            >
              {label}
            </Menu.CheckboxItem>
          ),
      )}
    </div>
  )
}
