import Papa from 'papaparse'
import type { Column } from './columns'

/** All columns of the rows as a spreadsheet reads them, shown or not. */
export function csvOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  return Papa.unparse(
    {
      fields: columns.map(({ name }) => name),
      data: rows.map((row) => columns.map(({ value }) => value(row) ?? '')),
    },
    { escapeFormulae: true },
  )
}
