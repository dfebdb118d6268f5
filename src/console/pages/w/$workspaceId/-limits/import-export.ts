import Papa from 'papaparse'
import { z } from 'zod'
import { parseJson } from '@/console/browser/parse-json'
import type { ImportLine } from '@/console/grids/import-dialog'
import type { CellChange } from '@/console/grids/limit-drafts'
import type { LimitRow } from '@/console/grids/limit-rows'
import { spreadsheetCsv } from '@/console/table/csv'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { parseQuantity, type ParsedQuantity } from '@/console/ui/format/quantity/parse-quantity'
import { isLimitName, limitEntrySchema, limitFacts, type LimitUnit } from '@/contract/limits'

/** The effect of one line of an import, or why it is ignored. */
interface ImportedLine {
  line: number
  name: string
  outcome:
    | { kind: 'change'; from: number | undefined; to: number | null }
    | { kind: 'same' }
    | { kind: 'error'; reason: string }
}

const jsonSchema = z.record(
  z.string(),
  z.union([z.number(), z.string(), z.null(), limitEntrySchema]),
)

interface Pair {
  line: number
  name: string
  text: string
  unit?: string
  /** Whether the number may have a decimal comma. */
  hasComma?: boolean
}

/** Files use a decimal point, regardless of the user's locale. */
const fileLocale = 'en-US'
/** Spreadsheets write the decimal commas of their locale, but not between commas. */
const commaLocale = 'de-DE'

/** Parses a number of a file. Whatever has a decimal comma has a point between thousands. */
function parseNumber({ text, hasComma = false }: Pair, unit: LimitUnit): ParsedQuantity {
  const read = parseQuantity(text, unit, fileLocale)
  if (!hasComma) return read
  const other = parseQuantity(text, unit, commaLocale)
  if (other.kind !== 'value') return read
  if (read.kind !== 'value' || read.value === other.value) return other
  const choice = `write ${read.value} or ${other.value}`
  const message = `'${text}' can be read in more than one way: ${choice}`
  return { kind: 'error', message }
}

function pairsFromJson(text: string): Pair[] | string {
  const json = parseJson(text)
  if (json === undefined) return 'Not JSON'
  const wrapped = z.object({ limits: jsonSchema }).safeParse(json)
  const plain = wrapped.success ? wrapped.data.limits : jsonSchema.safeParse(json).data
  if (plain === undefined)
    return 'Use an object with a number, null or an entry of the API for each limit name'
  return Object.entries(plain).map(([name, value], index) => ({
    line: index + 1,
    name,
    text:
      value === null ? '' : typeof value === 'object' ? String(value.value ?? '') : String(value),
    ...(value !== null && typeof value === 'object' ? { unit: value.unit } : {}),
  }))
}

const newline = /\r\n|\r|\n/

/** Returns the numbers of the lines of a text that are not empty. */
function lineNumbers(text: string): number[] {
  const start = text.slice(0, text.length - text.trimStart().length)
  const first = start.split(newline).length
  return text
    .trim()
    .split(newline)
    .flatMap((line, index) => (line === '' ? [] : [first + index]))
}

/** Reads lines of `name, value`, or the columns with these headings. */
function pairsFromTable(text: string): Pair[] {
  // Names have none of these characters.
  const [delimiter = ''] = /[,;|\t]/.exec(text.trim()) ?? []
  const rows = Papa.parse<string[]>(text.trim(), { delimiter, skipEmptyLines: true }).data
  const numbers = lineNumbers(text)
  const heading = rows[0]?.map((cell) => cell.trim().toLowerCase()) ?? []
  const nameHeading = ['name', 'limit'].find((title) => heading.includes(title))
  const hasHeading = nameHeading !== undefined
  const nameColumn = hasHeading ? heading.indexOf(nameHeading) : 0
  const valueColumn =
    hasHeading && heading.includes('value') ? heading.indexOf('value') : nameColumn + 1
  return rows
    .map((cells, index) => ({
      line: numbers[index] ?? index + 1,
      name: (cells[nameColumn] ?? '').trim(),
      text: (cells[valueColumn] ?? '').trim(),
      hasComma: delimiter !== ',',
    }))
    .slice(hasHeading ? 1 : 0)
}

/**
 * Reads CSV, TSV or JSON.
 * @returns the effect of each line, or an error message if the text can't be read
 */
export function readImport(text: string, rows: readonly LimitRow[]): ImportedLine[] | string {
  const pairs = text.trim().startsWith('{') ? pairsFromJson(text) : pairsFromTable(text)
  if (typeof pairs === 'string') return pairs
  const known = rows.filter(({ name }) => isLimitName(name))
  // No two differ only in case, but some limits and their alerts do.
  const byName = new Map(known.map((row) => [row.name.toLowerCase(), row]))
  const lastLine = new Map(pairs.map(({ name, line }) => [name.toLowerCase(), line]))
  return pairs.map((pair) => {
    const { line, unit } = pair
    const row = byName.get(pair.name.toLowerCase())
    const name = row?.name ?? pair.name
    const error = (reason: string): ImportedLine => ({
      line,
      name,
      outcome: { kind: 'error', reason },
    })
    if (row === undefined) return error('No limit has this name')
    const last = lastLine.get(name.toLowerCase())
    if (last !== undefined && last !== line) return error(`Listed again on line ${last}`)
    if (unit !== undefined && unit !== row.unit)
      return error(`The unit is ${row.unit} here, not ${unit}`)
    const read = parseNumber(pair, row.unit)
    if (read.kind === 'error') return error(read.message)
    const to = read.kind === 'empty' ? null : read.value
    return {
      line,
      name,
      outcome:
        (row.values.workspace ?? null) === to
          ? { kind: 'same' }
          : { kind: 'change', from: row.values.workspace, to },
    }
  })
}

/** Describes the changes of the lines, with formatted amounts. */
export function previewOf(lines: readonly ImportedLine[]): ImportLine[] {
  return lines.map(({ outcome, ...line }) => {
    if (outcome.kind !== 'change') return { ...line, outcome }
    const unit = isLimitName(line.name) ? limitFacts(line.name).unit : 'number'
    const shown = (value: number | null | undefined) =>
      value === undefined || value === null ? 'the default' : formatAmount(value, unit)
    return {
      ...line,
      outcome: { kind: 'change', from: shown(outcome.from), to: shown(outcome.to) },
    }
  })
}

/** Returns the changes that an import makes to the values of the workspace. */
export function changesOf(lines: readonly ImportedLine[]): CellChange[] {
  return lines.flatMap(({ name, outcome }) =>
    outcome.kind === 'change' ? [{ name, layer: 'workspace' as const, value: outcome.to }] : [],
  )
}

/** Writes limits as CSV, safe to open in a spreadsheet. */
export function asCsv(rows: readonly LimitRow[]): string {
  return spreadsheetCsv({
    fields: ['name', 'label', 'unit', 'default', 'value', 'operator', 'effective', 'set by'],
    data: rows.map((row) => [
      row.name,
      row.label,
      row.unit,
      row.defaultValue ?? '',
      row.values.workspace ?? '',
      row.values.operator ?? '',
      row.effective ?? '',
      row.layer,
    ]),
  })
}

/** Writes limits as JSON that can be imported again. */
export function asJson(rows: readonly LimitRow[]): string {
  return JSON.stringify(
    Object.fromEntries(
      rows.map(({ name, unit, values: { workspace }, defaultValue }) => [
        name,
        {
          unit,
          ...(workspace === undefined ? {} : { value: workspace }),
          ...(defaultValue === undefined ? {} : { defaultValue }),
        },
      ]),
    ),
    null,
    2,
  )
}
