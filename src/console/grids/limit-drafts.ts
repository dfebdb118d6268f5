import { editAt, type Edit } from '@/console/edits/edits'
import { limitPath, type EditableLayer } from '@/console/edits/member-path'
import {
  isLimitName,
  limitFacts,
  limitNames,
  limitSchema,
  type LimitEntry,
} from '@/contract/limits'
import type { Workspace } from '@/contract/workspaces'
import type { DraftRules, Drafts } from './drafts'
import { editableLayers, withDraft, type Draft, type LimitRow } from './limit-rows'

/** A new value for one cell of the grid. */
export interface CellChange {
  name: string
  layer: EditableLayer
  value: Draft
}

function emptyEntry(name: string): LimitEntry {
  return { unit: isLimitName(name) ? limitFacts(name).unit : 'number' }
}

/** Returns the limit entry with a draft applied; the API requires a complete entry. */
export function draftedEntry(workspace: Workspace, name: string, draft: Draft): LimitEntry {
  return withDraft(workspace.limits?.[name] ?? emptyEntry(name), draft)
}

/** Returns the operator limit with a draft applied; undefined for none. */
export function draftedOverride(
  workspace: Workspace,
  name: string,
  draft: Draft,
): LimitEntry | undefined {
  const entry = withDraft(workspace.operatorLimits?.[name] ?? emptyEntry(name), draft)
  return entry.value === undefined ? undefined : entry
}

/** Returns the edits that the drafts make. Invalid text makes none. */
export function editsOf(workspace: Workspace, drafts: Drafts<Draft>): Edit[] {
  return limitNames.flatMap((name) =>
    editableLayers.flatMap((layer) => {
      const path = limitPath(layer, name)
      const draft = drafts[path]
      if (draft === undefined || typeof draft === 'string') return []
      const drafted = layer === 'workspace' ? draftedEntry : draftedOverride
      return editAt(workspace, path, drafted(workspace, name, draft))
    }),
  )
}

/** Converts between values of the grid and edits of the workspace. */
export const draftRules: DraftRules<Draft> = {
  page: 'limits',
  editsOf,
  isUnreadable: (draft) => typeof draft === 'string',
  draftOf: (entry) => limitSchema.safeParse(entry).data?.value ?? null,
}

/** Returns the changes that change a cell. Limits unknown to this console can't be saved. */
export function effectiveChanges(
  rows: readonly LimitRow[],
  changes: readonly CellChange[],
): CellChange[] {
  const byName = new Map(rows.map((row) => [row.name, row]))
  return changes.filter(({ name, layer, value }) => {
    const row = byName.get(name)
    return (
      row !== undefined &&
      isLimitName(name) &&
      value !== (row.unreadable[layer] ?? row.values[layer] ?? null)
    )
  })
}
