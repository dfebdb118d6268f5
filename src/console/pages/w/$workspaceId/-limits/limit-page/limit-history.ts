import { limitPath, type EditableLayer } from '@/console/edits/member-path'
import type { AuditEvent } from '@/contract/history'
import { effectiveLimit, limitSchema, type LimitName } from '@/contract/limits'
import type { Workspace } from '@/contract/workspaces'

/** A change of one source of a limit. */
export interface LimitChange {
  event: AuditEvent
  layer: EditableLayer
  before: number | undefined
  after: number | undefined
}

function valueOf(entry: unknown): number | undefined {
  return limitSchema.safeParse(entry).data?.value
}

/** Finds the changes of a limit in history entries, newest first. */
export function changesOfLimit(events: readonly AuditEvent[], limit: LimitName): LimitChange[] {
  const layers = new Map<string, EditableLayer>([
    [limitPath('workspace', limit), 'workspace'],
    [limitPath('operator', limit), 'operator'],
  ])
  return events
    .filter(({ outcome }) => outcome === 'done')
    .flatMap((event) =>
      event.changes.flatMap(({ path, before, after }) => {
        const layer = layers.get(path)
        return layer === undefined
          ? []
          : [{ event, layer, before: valueOf(before), after: valueOf(after) }]
      }),
    )
}

/**
 * Returns the effective limit at each time, from its current sources and their changes.
 * @param times milliseconds since 1970
 * @param changes newest first
 */
export function limitsAt(
  times: readonly number[],
  { limits, operatorLimits }: Pick<Workspace, 'limits' | 'operatorLimits'>,
  limit: LimitName,
  changes: readonly LimitChange[],
): (number | undefined)[] {
  const unit = 'number'
  const defaultValue = limits?.[limit]?.defaultValue
  return times.map((time) => {
    const sources = {
      workspace: limits?.[limit]?.value,
      operator: operatorLimits?.[limit]?.value,
    }
    for (const { event, layer, before } of changes) {
      if (Date.parse(event.createdAt) <= time) break
      sources[layer] = before
    }
    return effectiveLimit(
      { unit, value: sources.workspace, defaultValue },
      { unit, value: sources.operator },
    ).value
  })
}
