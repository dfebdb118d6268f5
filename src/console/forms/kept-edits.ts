import { useEffect } from 'react'
import { z } from 'zod'
import { keepDraft, keptDraft } from '../session/kept-drafts'
import { editOfConflict, rebase, type Conflict, type Edit } from './edits'

/** Keeps what is unsaved as long as it is; undefined when nothing is. */
export function useKeepDraft(key: string, draft: unknown): void {
  // Compared as text: what was discarded on leaving is not kept again by a page that is redrawn.
  const text = JSON.stringify(draft)
  useEffect(() => keepDraft(key, text === undefined ? undefined : JSON.parse(text)), [key, text])
}

/** Unsaved edits as they are kept, with what an edit alone does not tell of how it was typed. */
export const keptEditsSchema = z.object({
  edits: z.array(
    z
      // JSON leaves out what is undefined.
      .object({
        path: z.string(),
        before: z.unknown().optional(),
        after: z.unknown().optional(),
      })
      .transform(({ path, before, after }): Edit => ({ path, before, after })),
  ),
  typed: z.string().optional(),
})

export interface KeptEdits {
  /** The kept edits, on top of the record as it is now. */
  edits: Edit[]
  /** Those of them that nobody else touched. */
  standing: Edit[]
  conflicts: Conflict[]
  typed: string | undefined
}

/**
 * The edits that were unsaved when the page was reloaded.
 * @param valueNow what the record holds at a path
 */
export function keptEdits(key: string, valueNow: (path: string) => unknown): KeptEdits | undefined {
  const kept = keptDraft(key, keptEditsSchema)
  if (kept === undefined) return undefined
  const { edits: standing, conflicts } = rebase(kept.edits, valueNow)
  const edits = [...standing, ...conflicts.map(editOfConflict)]
  return edits.length === 0 ? undefined : { edits, standing, conflicts, typed: kept.typed }
}
