import Papa from 'papaparse'
import type { Column } from './columns'

/**
 * What spreadsheets take for the start of a formula, full-width characters included. Papa Parse's
 * own pattern overlooks texts with a line break.
 */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/
/** Spreadsheets in some languages split cells here, unless they are quoted. */
const otherDelimiters = /[;\t]/

/**
 * Writes CSV for spreadsheets. Texts that they would run as formulas are escaped, and quoted where
 * a part could become a separate cell, and so a formula.
 */
export function spreadsheetCsv(table: { fields: string[]; data: unknown[][] } | object[]): string {
  return Papa.unparse<unknown>(table, {
    escapeFormulae: formulaStart,
    quotes: (value: unknown) => typeof value === 'string' && otherDelimiters.test(value),
  })
}

/** Writes all columns of the rows, visible or not, as CSV. */
export function csvOf<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  return spreadsheetCsv({
    fields: columns.map(({ name }) => name),
    data: rows.map((row) => columns.map(({ value }) => value(row) ?? '')),
  })
}
