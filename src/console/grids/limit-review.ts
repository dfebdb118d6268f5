import { memberAt, type EditableLayer, type MemberPath } from '@/console/edits/member-path'
import { countOf, formatPercent } from '@/console/ui/format/format-count'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import type { Workspace } from '@/contract/workspaces'
import {
  countWouldBeRejected,
  isChanged,
  isUnreadable,
  limitRows,
  type LimitRow,
} from './limit-rows'

/** Says which values can't be saved, because they can't be read; undefined if all can. */
export function unreadableText(rows: readonly LimitRow[]): string | undefined {
  const labels = rows.filter(isUnreadable).map(({ label }) => label)
  return labels.length === 0 ? undefined : `The value of ${labels.join(', ')} can’t be read`
}

/** A warning to confirm before saving. */
export interface Caution {
  /** Stays the same when the numbers in the text change. */
  id: string
  text: string
}

/**
 * Lists the warnings to confirm before saving: limits reduced by more than half or to 0, and limits
 * that would have rejected requests of the last hour or are below the current use.
 */
export function cautionsOf(workspace: Workspace, rows: readonly LimitRow[]): Caution[] {
  const consequences = rows.flatMap((row) => {
    const text = consequence(row)
    return text === undefined ? [] : [{ id: `${row.name} in use`, text }]
  })
  return [...largeReductions(workspace, rows), ...consequences]
}

function largeReductions(workspace: Workspace, rows: readonly LimitRow[]): Caution[] {
  const before = new Map(limitRows(workspace, {}).map((row) => [row.name, row.effective]))
  return rows.flatMap((row) => {
    const { name, label, effective, unit } = row
    const was = before.get(name)
    if (!isChanged(row) || effective === undefined || effective === was) return []
    if (effective === 0) {
      const effect = /requests/i.test(name) ? 'blocks all requests' : 'allows none'
      return [{ id: `${name} of 0`, text: `${label}: 0 ${effect}` }]
    }
    if (was === undefined || effective >= was / 2) return []
    const share = formatPercent(1 - effective / was)
    const [from, to] = [was, effective].map((value) => formatAmount(value, unit))
    return [{ id: `${name} cut`, text: `${label} is cut by ${share}, from ${from} to ${to}` }]
  })
}

/**
 * Describes the effect that a changed limit would have had in the last hour; undefined if it would
 * have had none.
 */
function consequence(row: LimitRow): string | undefined {
  if (!isChanged(row) || row.effective === undefined || row.usage === undefined) return undefined
  const [limit, level] = [row.effective, row.usage.level].map((value) =>
    formatAmount(value, row.unit),
  )
  const refused = countWouldBeRejected(row)
  if (refused > 0) {
    const requests = countOf(refused, 'request')
    return `${row.label}: a limit of ${limit} would have refused ${requests} in the last hour`
  }
  return row.effective < row.usage.level
    ? `${row.label}: ${limit} is below the ${level} in use now`
    : undefined
}

/**
 * Describes the context of a changed limit for a review: its default, the value of the other layer,
 * and the current use.
 */
export function contextOf(row: LimitRow, layer: EditableLayer): string {
  const amount = (what: string, value: number | undefined) =>
    value === undefined ? [] : [`${what} ${formatAmount(value, row.unit)}`]
  return [
    ...amount('default', row.defaultValue),
    ...(layer === 'operator' ? amount('workspace', row.values.workspace) : []),
    ...amount('in use', row.usage?.level),
    ...(layer === 'workspace'
      ? amount('the operator override stays in effect:', row.values.operator)
      : []),
  ].join(' · ')
}

/** Describes the context of the limit at a path; undefined if the rows have no such limit. */
export function contextAt(rows: readonly LimitRow[], path: MemberPath): string | undefined {
  const member = memberAt(path)
  if (member.kind !== 'limit') return undefined
  const row = rows.find(({ name }) => name === member.name)
  return row && contextOf(row, member.layer)
}
