import { useEffect } from 'react'
import { z } from 'zod'
import { keepDraft, keptDraft } from '@/console/session/kept-drafts'
import { mergeEdits, type Edit } from './edits'
import { isMemberPath, type MemberPath } from './member-path'
import { rebase, withMine, type Rebased } from './rebase'

/** Stores a draft for a reload while it is unsaved; undefined removes it. */
export function useKeepDraft(key: string, draft: unknown): void {
  // Compared as text: what was discarded on leaving is not kept again by a page that is redrawn.
  const text = JSON.stringify(draft)
  useEffect(() => keepDraft(key, text === undefined ? undefined : JSON.parse(text)), [key, text])
}

/**
 * Stored unsaved edits, with the typed text where the edit does not preserve it, and the reason for
 * them.
 */
export const keptEditsSchema = z.object({
  edits: z.array(
    z
      // JSON leaves out what is undefined.
      .object({
        path: z.string().refine(isMemberPath),
        before: z.unknown().optional(),
        after: z.unknown().optional(),
      })
      .transform(({ path, before, after }): Edit => ({ path, before, after })),
  ),
  typed: z.string().optional(),
  reason: z.string().optional(),
})

/** Stored edits, rebased onto the current record. */
export interface KeptEdits extends Rebased {
  /** All of them; those in conflict keep the user's value. */
  edits: Edit[]
  /** The typed text where the edits do not preserve it. */
  typed: string | undefined
  /** Why the user makes them, as far as that was typed. */
  reason: string | undefined
}

/** Adds edits to the kept ones. Where both change a member, the kept one stays: it was typed. */
export function withEdits(
  kept: KeptEdits | undefined,
  edits: readonly Edit[],
): KeptEdits | undefined {
  if (edits.length === 0) return kept
  return {
    edits: mergeEdits(edits, kept?.edits ?? []),
    standing: mergeEdits(edits, kept?.standing ?? []),
    conflicts: kept?.conflicts ?? [],
    typed: kept?.typed,
    reason: kept?.reason,
  }
}

/**
 * Restores the edits that were unsaved when the page was reloaded.
 * @param valueNow returns the value of the record at a path
 */
export function keptEdits(
  key: string,
  valueNow: (path: MemberPath) => unknown,
): KeptEdits | undefined {
  const kept = keptDraft(key, keptEditsSchema)
  if (kept === undefined) return undefined
  const rebased = rebase(kept.edits, valueNow)
  const edits = withMine(rebased)
  const { typed, reason } = kept
  return edits.length === 0 ? undefined : { ...rebased, edits, typed, reason }
}
