import { limitPath, type EditableLayer } from '@/console/edits/member-path'
import { alertTypeOf, type AlertSeverity, type AlertType } from '@/contract/alerts'
import {
  effectiveLimit,
  isEnforcedHere,
  isLimitName,
  isNear,
  limitFacts,
  limitGroups,
  limitNames,
  type LimitEntry,
  type LimitGroup,
  type LimitLayer,
  type LimitUnit,
} from '@/contract/limits'
import { countRejectedAt, type LimitUsage } from '@/contract/usage'
import type { WorkspaceWithState } from '@/contract/workspaces'
import type { Drafts } from './drafts'
import type { LimitFilterName } from './grid-search'
import { rowFilter } from './row-filter'

export const editableLayers = ['workspace', 'operator'] as const satisfies readonly EditableLayer[]

/**
 * The unsaved value of a cell: a number in the limit's unit, null for no value, or text that is not
 * a valid quantity and stays until it is corrected.
 */
export type Draft = number | null | string

export interface LimitRow {
  name: string
  label: string
  description: string
  group: LimitGroup | 'unknown'
  unit: LimitUnit
  alertType?: AlertType | undefined
  defaultValue: number | undefined
  /** The values of the workspace and of the operator, or their drafts. */
  values: Readonly<Record<EditableLayer, number | undefined>>
  /** Whether a draft changes them. */
  changed: Readonly<Record<EditableLayer, boolean>>
  /** Drafts that are not a valid quantity, as typed. */
  unreadable: Readonly<Partial<Record<EditableLayer, string>>>
  effective: number | undefined
  layer: LimitLayer
  /** The values without drafts. */
  stored: Readonly<Record<EditableLayer | 'effective', number | undefined>>
  /** Whether this server enforces the limit. */
  isEnforced: boolean
  /** The usage of the last hour, if known. */
  usage: LimitUsage | undefined
  /** The percentage of the limit from which it is almost used up; the default if undefined. */
  nearPercent?: number | undefined
}

/** Whether a limit is almost used up, or in use although it allows nothing. */
export function isScarce({
  usage,
  effective,
  nearPercent,
}: Pick<LimitRow, 'usage' | 'effective' | 'nearPercent'>): boolean {
  if (usage === undefined || effective === undefined) return false
  return effective === 0 ? usage.level > 0 : isNear(usage.level, effective, nearPercent)
}

/**
 * Returns how serious it is that a limit is scarce, by the same rule as alerts: critical if
 * something was refused in the last hour, or is in use although nothing is allowed.
 */
export function severityOf(
  row: Pick<LimitRow, 'usage' | 'effective' | 'nearPercent'>,
): AlertSeverity | undefined {
  if (!isScarce(row)) return undefined
  const isRefused = row.usage?.points.some(({ refused }) => refused > 0) === true
  return isRefused || row.effective === 0 ? 'critical' : 'warning'
}

/** Returns how much of a limit is in use: 1 is all of it. Any use is endless if it allows none. */
export function usedShare(level: number, effective: number | undefined): number {
  if (effective === undefined || effective === 0) return level > 0 ? Infinity : 0
  return level / effective
}

/** Counts the requests of the last hour that the value in the grid would have rejected. */
export function countWouldBeRejected({
  name,
  usage,
  effective,
}: Pick<LimitRow, 'name' | 'usage' | 'effective'>): number {
  return usage === undefined || effective === undefined || !isLimitName(name)
    ? 0
    : countRejectedAt(name, usage, effective)
}

/** The groups in order; limits unknown to this console come last. */
export const groupLabels: Record<LimitRow['group'], string> = {
  ...limitGroups,
  unknown: 'Other limits of this engine',
}

/** Whether a draft changes a value of the row. */
export function isChanged({ changed }: LimitRow): boolean {
  return changed.workspace || changed.operator
}

/** Whether a value of the limit is drafted as text that can't be read. */
export function isUnreadable({ unreadable }: LimitRow): boolean {
  return Object.keys(unreadable).length > 0
}

/** Whether the row has a draft, valid or not. */
function hasDraft(row: LimitRow): boolean {
  return isChanged(row) || isUnreadable(row)
}

/** Returns a limit entry with the draft of its value; invalid text leaves it unchanged. */
export function withDraft(entry: LimitEntry, draft: Draft | undefined): LimitEntry {
  if (draft === undefined || typeof draft === 'string') return entry
  const { value: _stored, ...rest } = entry
  return draft === null ? rest : { ...rest, value: draft }
}

function unreadableIn(drafts: Drafts<Draft>, name: string): LimitRow['unreadable'] {
  return Object.fromEntries(
    editableLayers.flatMap((layer) => {
      const draft = drafts[limitPath(layer, name)]
      return typeof draft === 'string' ? [[layer, draft]] : []
    }),
  )
}

/** Returns the rows of the grid: the limits of the contract, then those of this engine. */
export function limitRows(
  workspace: WorkspaceWithState,
  drafts: Drafts<Draft>,
  usage: Readonly<Record<string, LimitUsage>> = {},
): LimitRow[] {
  const unknown = [
    ...new Set([
      ...Object.keys(workspace.limits ?? {}),
      ...Object.keys(workspace.operatorLimits ?? {}),
    ]),
  ].filter((name) => !isLimitName(name))
  return [...limitNames, ...unknown].map((name) => {
    const facts = isLimitName(name) ? limitFacts(name) : undefined
    const stored = workspace.limits?.[name]
    const override = workspace.operatorLimits?.[name]
    const unit = stored?.unit ?? facts?.unit ?? override?.unit ?? 'number'
    const entry = withDraft(stored ?? { unit }, drafts[limitPath('workspace', name)])
    const overrideEntry = withDraft(override ?? { unit }, drafts[limitPath('operator', name)])
    const effective = effectiveLimit(entry, overrideEntry)
    return {
      name,
      label: facts?.label ?? name,
      description: facts?.description ?? 'A limit of the engine that this console doesn’t know.',
      group: facts?.group ?? 'unknown',
      unit,
      alertType: isLimitName(name) ? alertTypeOf(name) : undefined,
      defaultValue: stored?.defaultValue,
      values: { workspace: entry.value, operator: overrideEntry.value },
      changed: {
        workspace: entry.value !== stored?.value,
        operator: overrideEntry.value !== override?.value,
      },
      unreadable: unreadableIn(drafts, name),
      effective: effective.value,
      layer: effective.layer,
      stored: {
        workspace: stored?.value,
        operator: override?.value,
        effective: effectiveLimit(stored ?? { unit }, override).value,
      },
      isEnforced: isLimitName(name) && isEnforcedHere(name),
      usage: usage[name],
      nearPercent: workspace.alertSettings?.nearPercent,
    }
  })
}

/** Whether the workspace sets another value than the default. */
export function isCustom({ values, defaultValue }: LimitRow): boolean {
  return values.workspace !== undefined && values.workspace !== defaultValue
}

/** The yes-or-no filters of the grid. */
export const filters: Record<
  LimitFilterName,
  { label: string; passes: (row: LimitRow) => boolean }
> = {
  changed: { label: 'Changed, not saved', passes: hasDraft },
  own: {
    label: 'Differs from the default',
    passes: isCustom,
  },
  overridden: {
    label: 'Overridden by the operator',
    passes: (row) => row.values.operator !== undefined,
  },
  enforced: { label: 'Enforced here', passes: (row) => row.isEnforced },
  near: { label: 'Near the limit', passes: isScarce },
  alert: { label: 'Has an alert', passes: (row) => row.alertType !== undefined },
}

/** Whether a row passes the filters. */
export const passes = rowFilter(filters, ({ group }: LimitRow) => group)
