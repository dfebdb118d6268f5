import Papa from 'papaparse'
import type { CellChange } from '@/console/grids/limit-drafts'
import type { LimitRow } from '@/console/grids/limit-rows'
import { selectCell, rangeOf, type GridSelection } from '@/console/table/grid-selection'
import { firstNames } from '@/console/ui/format/first-names'
import { countOf } from '@/console/ui/format/format-count'
import { parseQuantity } from '@/console/ui/format/quantity/parse-quantity'
import { isLimitName, limitUnits, type LimitName } from '@/contract/limits'
import {
  cellText,
  editableLayerAt,
  editText,
  layerOf,
  limitColumns,
  positionOf,
  type Editable,
  type LimitColumn,
} from './columns'

interface Grid {
  rows: readonly LimitRow[]
  /** The visible columns. */
  columns: readonly LimitColumn[]
  selection: GridSelection
  locale: string
}

/**
 * Returns the selected cells as tab-separated text for spreadsheets. Next to limit names, headings
 * say which columns they are if one between them is hidden: values are pasted by name there.
 */
export function copyText({ rows, columns, selection, locale }: Grid): string {
  const { top, bottom, left, right } = rangeOf(selection)
  const copied = columns.slice(left, right + 1)
  const isNamed = copied[0]?.name === 'limit'
  const hasGap = copied.some((column, index) => column !== limitColumns[index])
  const lines = rows
    .slice(top, bottom + 1)
    .map((row) => copied.map((column) => cellText(row, column, locale)))
  if (isNamed && hasGap) lines.unshift(copied.map(({ label }) => label))
  return Papa.unparse(lines, { delimiter: '\t', newline: '\n' })
}

/** Whether a copied text is more than one cell. Spreadsheets end the last line, too. */
export function hasSeveralCells(text: string): boolean {
  return /[\t\r\n]/.test(text.replace(/\r?\n$/, ''))
}

/** The effect of a paste. */
export interface Paste {
  changes: CellChange[]
  /** The range of cells that the paste covers; undefined if they are not contiguous. */
  selection: GridSelection | undefined
  /** Why values are invalid. Their cells keep the pasted text until it is corrected. */
  unreadable: string[]
  /** Messages about what was left out. */
  ignored: string[]
}

/** The headings of spreadsheets, of this grid and of exported files, by column. */
const headings = new Map<string, string>([
  ...limitColumns.map(({ label, name }) => [label.toLowerCase(), name] as const),
  ['name', 'limit'],
  ['value', 'workspace'],
])

/** Returns the column of each heading; undefined if the line has no headings. */
function headingColumns(line: readonly string[]): (LimitColumn | undefined)[] | undefined {
  const found = line.map((cell) => {
    const name = headings.get(cell.trim().toLowerCase())
    return limitColumns.find((column) => column.name === name)
  })
  return found.some((column) => column?.name === 'limit') ? found : undefined
}

/** Returns the index of each limit's row by its label and by its name. */
function rowsByText(rows: readonly LimitRow[]): ReadonlyMap<string, number> {
  return new Map(
    rows.flatMap(({ name, label }, row) => [[label, row] as const, [name, row] as const]),
  )
}

/** Returns the index of the pasted cells that name limits, or -1. */
function findNames(lines: readonly string[][], byText: ReadonlyMap<string, number>): number {
  const width = Math.max(0, ...lines.map(({ length }) => length))
  return Array.from({ length: width }).findIndex((_, index) =>
    lines.some((line) => byText.has((line[index] ?? '').trim())),
  )
}

/**
 * Finds the grid column for each pasted column. After names, they are all columns of the grid if
 * the unit follows the name, else values starting at the selected column.
 */
function placeColumns(
  lines: readonly string[][],
  names: number,
  columns: readonly LimitColumn[],
  left: number,
): (index: number) => LimitColumn | undefined {
  if (names === -1) return (index) => columns[left + index]
  const isUnit = (text: string | undefined) => limitUnits.some((unit) => unit === text?.trim())
  if (lines.some((line) => isUnit(line[names + 1]))) return (index) => limitColumns[index - names]
  const first = layerOf(columns[left]) === undefined ? positionOf(columns, 'workspace') : left
  return (index) => (index > names ? columns[first + index - names - 1] : undefined)
}

/** A pasted text, without its headings. */
interface Pasted {
  lines: readonly string[][]
  /** The index of the cells that name limits, or -1. */
  names: number
  /** Finds the grid column for each pasted column. */
  columnAt(index: number): LimitColumn | undefined
  /** The headings that are of no column. */
  unknown: readonly string[]
}

/** Parses a pasted text, and finds which limits and columns its cells are for. */
function readText(
  text: string,
  byText: ReadonlyMap<string, number>,
  columns: readonly LimitColumn[],
  left: number,
): Pasted {
  const lines = Papa.parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' }).data
  const headed = headingColumns(lines[0] ?? [])
  if (headed !== undefined)
    return {
      lines: lines.slice(1),
      names: headed.findIndex((column) => column?.name === 'limit'),
      columnAt: (index) => headed[index],
      unknown: lines[0]?.filter((cell, index) => !headed[index] && cell.trim() !== '') ?? [],
    }
  const names = findNames(lines, byText)
  return { lines, names, columnAt: placeColumns(lines, names, columns, left), unknown: [] }
}

/** What a paste leaves out. */
interface LeftOut {
  /** The headings that are of no column. */
  unknown: readonly string[]
  /** The names that are of no limit shown. */
  unnamed: string[]
  /** Why limits can't be changed. */
  reasons: Set<string>
  readOnly: Set<LimitColumn>
  hidden: Set<LimitColumn>
  /** How many lines would be below the last limit. */
  below: number
}

const maxNamed = 3

function messagesAbout({ unknown, unnamed, reasons, readOnly, hidden, below }: LeftOut): string[] {
  const aboutColumns = (kind: string, leftOut: ReadonlySet<LimitColumn>) => {
    const labels = limitColumns.filter((column) => leftOut.has(column)).map(({ label }) => label)
    return labels.length === 0 ? [] : [`Ignored ${kind} columns: ${labels.join(', ')}.`]
  }
  return [
    ...aboutColumns('read-only', readOnly),
    ...aboutColumns('hidden', hidden),
    ...(unknown.length === 0
      ? []
      : [
          `Ignored columns headed ${firstNames(unknown, maxNamed)}: ` +
            'values belong below “Workspace value”.',
        ]),
    ...(unnamed.length === 0
      ? []
      : [`No limit shown here is called ${firstNames(unnamed, maxNamed)}.`]),
    ...reasons,
    ...(below === 0 ? [] : [`Ignored ${countOf(below, 'line')} below the last limit.`]),
  ]
}

/** A pasted line, and the limit that its values are for. */
interface PlacedLine {
  cells: readonly string[]
  row: LimitRow
  limit: LimitName
  /** The index of the row in the grid. */
  index: number
}

/** Finds the limit of each line, by its name or by position. Reports the lines that have none. */
function placeLines(
  { lines, names }: Pasted,
  rows: readonly LimitRow[],
  rowAt: (lineIndex: number, name: string) => number | undefined,
  leftOut: LeftOut,
): PlacedLine[] {
  const placed: PlacedLine[] = []
  for (const [lineIndex, cells] of lines.entries()) {
    const name = (cells[names] ?? '').trim()
    if (names !== -1 && name === '') continue
    const index = rowAt(lineIndex, name)
    const row = index === undefined ? undefined : rows[index]
    if (index === undefined) leftOut.unnamed.push(name)
    else if (row === undefined) leftOut.below += 1
    else if (!isLimitName(row.name)) leftOut.reasons.add(`${row.name} can’t be changed here.`)
    else placed.push({ cells, row, limit: row.name, index })
  }
  return placed
}

/** Reads a pasted value. What cannot be read is kept as it is, with the problem. */
function readValue(
  text: string,
  unit: LimitRow['unit'],
  locale: string,
): { value: CellChange['value']; problem?: string } {
  const read = parseQuantity(text, unit, locale)
  if (read.kind === 'error') return { value: text, problem: read.message }
  return { value: read.kind === 'empty' ? null : read.value }
}

/**
 * Plans the changes of a paste: by position from the top left of the selection, or with rows by
 * name if the text has limit names. Read-only cells and cells with the same value don't change.
 */
export function planPaste(
  text: string,
  { rows, columns, selection, locale }: Grid,
  editable: Editable,
): Paste {
  const { top, left } = rangeOf(selection)
  const byText = rowsByText(rows)
  const pasted = readText(text, byText, columns, left)
  const isNamed = pasted.names !== -1
  const leftOut: LeftOut = {
    unknown: pasted.unknown,
    unnamed: [],
    reasons: new Set(),
    readOnly: new Set(),
    hidden: new Set(),
    below: 0,
  }
  const rowAt = (lineIndex: number, name: string) => (isNamed ? byText.get(name) : top + lineIndex)
  const placed = placeLines(pasted, rows, rowAt, leftOut)

  const changes: CellChange[] = []
  const unreadable: string[] = []
  const covered = new Set<number>()
  for (const { cells, row, limit } of placed)
    for (const [index, cell] of cells.entries()) {
      const column = index === pasted.names ? undefined : pasted.columnAt(index)
      if (column === undefined) continue
      const layer = editableLayerAt(row, column, editable)
      const position = columns.indexOf(column)
      if (layer === undefined || position === -1) {
        const isReported = cell.trim() !== '' && !(column.name === 'unit' && isNamed)
        if (isReported) leftOut[layer === undefined ? 'readOnly' : 'hidden'].add(column)
        continue
      }
      covered.add(position)
      if (cell === editText(row, layer, locale)) continue
      const { value, problem } = readValue(cell, row.unit, locale)
      if (problem !== undefined) unreadable.push(`${row.label}: ${problem}`)
      const isSame = value === (row.values[layer] ?? null) && row.unreadable[layer] === undefined
      if (!isSame) changes.push({ name: limit, layer, value })
    }

  return {
    changes,
    selection: rangeAround(new Set(placed.map(({ index }) => index)), covered),
    unreadable,
    ignored: messagesAbout(leftOut),
  }
}

function rangeAround(
  rows: ReadonlySet<number>,
  columns: ReadonlySet<number>,
): GridSelection | undefined {
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)]
  if (columns.size === 0 || bottom - top + 1 !== rows.size) return undefined
  return {
    anchor: selectCell(top, Math.min(...columns)).anchor,
    focus: { row: bottom, column: Math.max(...columns) },
  }
}
