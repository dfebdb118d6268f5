import { ListTime } from '@/console/ui/list-time'
import type { Column } from './columns'

/** A column with a time that each record may have, by the name of its member. */
export function timeColumn<Name extends string>(
  name: Name,
  label: string,
  width: Column<never>['width'],
): Column<{ readonly [Member in Name]?: string | undefined }> {
  return {
    name,
    label,
    value: (row) => row[name],
    cell: (row) => <ListTime value={row[name]} />,
    width,
  }
}
