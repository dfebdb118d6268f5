import { dequal } from 'dequal'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { rebase } from '@/console/edits/rebase'
import type { EditedRecord, Merge, RecordStore } from './edited-record'

interface NewerRecordOptions<Saved> extends Pick<RecordStore<Saved>, 'valueAt'> {
  /** Whether nothing is merged for the moment. */
  isPaused: boolean
  /** Continues on the newer record; there are no conflicts. */
  onTakeOver: (merge: Merge<Saved>) => void
}

/**
 * Takes over what someone else saves while the user edits, unless both changed the same member.
 * Returns that newer record with the edits rebased onto it; undefined if there is none.
 */
export function useNewerRecord<Saved>(
  { base, edits, latest }: EditedRecord<Saved>,
  { valueAt, isPaused, onTakeOver }: NewerRecordOptions<Saved>,
): Merge<Saved> | undefined {
  // What was read before the base was set may be older than it.
  const [start, setStart] = useState({ base, latest })
  if (start.base !== base) setStart({ base, latest })
  const isEditing = edits.length > 0 && !isPaused
  const newer = useMemo(() => {
    if (latest === undefined || latest === start.latest || !isEditing) return undefined
    if (dequal(latest.response, base.response)) return undefined
    return { theirs: latest, ...rebase(edits, (path) => valueAt(latest.response, path)) }
  }, [latest, start, base, edits, isEditing, valueAt])
  const takeOver = useEffectEvent(onTakeOver)
  useEffect(() => {
    if (newer !== undefined && newer.conflicts.length === 0) takeOver(newer)
  }, [newer])
  return newer
}
