import {
  effectiveLimit,
  isEnforcedHere,
  isLimitName,
  limitFacts,
  limitEntrySchema,
  limitGroups,
  limitNames,
  type LimitEntry,
  type LimitGroup,
  type LimitLayer,
  type LimitUnit,
} from '../../../../../contract/limits'
import { refusedAt, type LimitUsage } from '../../../../../contract/usage'
import type { Workspace } from '../../../../../contract/workspaces'
import { editAt, type Edit } from '../../../../forms/edits'
import type { DraftRules } from '../../../../forms/use-drafts'

/** What a person has put into the grid and not saved: a number in the limit’s unit, or null for 'no value of our own'. */
export type Drafts = Readonly<Record<string, number | null>>

export interface LimitRow {
  name: string
  label: string
  description: string
  group: LimitGroup | 'unknown'
  unit: LimitUnit
  alertType?: string | undefined
  defaultValue: number | undefined
  /** As stored. */
  value: number | undefined
  override: number | undefined
  /** With the draft, where there is one. */
  shown: number | undefined
  isChanged: boolean
  effective: number | undefined
  layer: LimitLayer
  /** Whether the API of this product refuses what goes over it. */
  isEnforced: boolean
  /** What was used of it in the last hour; undefined where that is not known. */
  usage: LimitUsage | undefined
}

/** From this share on, a limit is near. */
const nearShare = 0.8

export function isNear({ usage, effective }: Pick<LimitRow, 'usage' | 'effective'>): boolean {
  return (
    usage !== undefined &&
    effective !== undefined &&
    usage.level > 0 &&
    usage.level >= effective * nearShare
  )
}

/** How many of the last hour’s the number that is in the grid would have refused. */
export function wouldHaveRefused({
  name,
  usage,
  effective,
}: Pick<LimitRow, 'name' | 'usage' | 'effective'>): number {
  return usage === undefined || effective === undefined || !isLimitName(name)
    ? 0
    : refusedAt(name, usage, effective)
}

/** Groups in their order; limits that this console does not know come last, so that they are seen and not lost. */
export const groupLabels: Record<LimitRow['group'], string> = {
  parallelism: limitGroups.parallelism.label,
  rates: limitGroups.rates.label,
  totals: limitGroups.totals.label,
  queues: limitGroups.queues.label,
  perTenant: limitGroups.perTenant.label,
  unknown: 'Other limits of this engine',
}

function withDraft(entry: LimitEntry, draft: number | null | undefined): LimitEntry {
  if (draft === undefined) return entry
  const { value: _stored, ...rest } = entry
  return draft === null ? rest : { ...rest, value: draft }
}

/** The entry that a draft makes of a limit: sent whole, as the interface demands. */
export function draftedEntry(workspace: Workspace, name: string, draft: number | null): LimitEntry {
  const stored = workspace.limits?.[name] ?? {
    unit: isLimitName(name) ? limitFacts(name).unit : 'number',
  }
  return withDraft(stored, draft)
}

export function editsOf(workspace: Workspace, drafts: Drafts): Edit[] {
  return Object.entries(drafts).flatMap(([name, draft]) =>
    editAt(workspace, `limits.${name}`, draftedEntry(workspace, name, draft)),
  )
}

/** How the numbers in the grid relate to edits of the workspace. */
export const draftRules: DraftRules<number | null> = {
  page: 'limits',
  parent: 'limits',
  editsOf,
  draftOf: (entry) => limitEntrySchema.safeParse(entry).data?.value ?? null,
}

export function limitRows(
  workspace: Workspace,
  drafts: Drafts,
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
    const entry = withDraft(stored ?? { unit }, drafts[name])
    const effective = effectiveLimit(entry, override)
    return {
      name,
      label: facts?.label ?? name,
      description:
        facts?.description ?? 'A limit that the engine answered and this console does not know.',
      group: facts?.group ?? 'unknown',
      unit,
      alertType: facts?.alertType,
      defaultValue: stored?.defaultValue,
      value: stored?.value,
      override: override?.value,
      shown: entry.value,
      isChanged: entry.value !== stored?.value,
      effective: effective.value,
      layer: effective.layer,
      isEnforced: isLimitName(name) && isEnforcedHere(name),
      usage: usage[name],
    }
  })
}

export const filterNames = ['changed', 'own', 'overridden', 'enforced', 'near', 'alert'] as const
export type FilterName = (typeof filterNames)[number]

export const filters: Record<FilterName, { label: string; passes: (row: LimitRow) => boolean }> = {
  changed: { label: 'Changed, not saved', passes: (row) => row.isChanged },
  own: {
    label: 'Differs from the default',
    passes: (row) => row.shown !== undefined && row.shown !== row.defaultValue,
  },
  overridden: { label: 'Overridden by the operator', passes: (row) => row.override !== undefined },
  enforced: { label: 'Enforced here', passes: (row) => row.isEnforced },
  near: { label: 'Near the limit', passes: isNear },
  alert: { label: 'Has an alert', passes: (row) => row.alertType !== undefined },
}

export function passes(
  row: LimitRow,
  text: string,
  group: string | undefined,
  shown: readonly FilterName[],
): boolean {
  const wanted = text.trim().toLowerCase()
  const named =
    wanted === '' || `${row.name} ${row.label} ${row.description}`.toLowerCase().includes(wanted)
  return (
    named &&
    (group === undefined || row.group === group) &&
    shown.every((name) => filters[name].passes(row))
  )
}

/** What a changed number would refuse of what happens now, in words; undefined where that is nothing. */
function consequence(row: LimitRow): string | undefined {
  if (!row.isChanged || row.effective === undefined || row.usage === undefined) return undefined
  const refused = wouldHaveRefused(row)
  if (refused > 0)
    return `${row.label}: at ${row.effective}, ${refused} of the last hour’s would have been refused`
  return row.effective < row.usage.level
    ? `${row.label}: ${row.effective} is below the ${row.usage.level} in use now`
    : undefined
}

/** Changes that cut a limit by more than half, or below what is in use, in words: they are asked about once. */
export function cautionsOf(workspace: Workspace, rows: readonly LimitRow[]): string[] {
  return [...largeCuts(workspace, rows), ...rows.flatMap((row) => consequence(row) ?? [])]
}

function largeCuts(workspace: Workspace, rows: readonly LimitRow[]): string[] {
  const before = new Map(limitRows(workspace, {}).map((row) => [row.name, row.effective]))
  return rows.flatMap((row) => {
    const was = before.get(row.name)
    if (
      !row.isChanged ||
      was === undefined ||
      row.effective === undefined ||
      row.effective >= was / 2
    )
      return []
    const share = Math.round((1 - row.effective / was) * 100)
    return [
      row.effective === 0
        ? `${row.label}: 0 allows none at all`
        : `${row.label} is cut by ${share} %, from ${was} to ${row.effective}`,
    ]
  })
}
