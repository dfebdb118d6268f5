import { dequal } from 'dequal'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { ApiResponse } from '@/console/api/client'
import { rebase } from '@/console/edits/rebase'
import type { EditedRecord, RecordStore } from './use-save'

interface NewerRecordOptions<Saved> extends Pick<RecordStore<Saved>, 'valueAt'> {
  /** Whether nothing is merged for the moment. */
  isPaused: boolean
  /** Continues with the edits that are left on the newer record. */
  onTakeOver: (record: ApiResponse<Saved>, left: EditedRecord<Saved>['edits']) => void
}

/**
 * Takes over what someone else saves while the user edits, unless both changed the same member.
 * Returns that newer record with the edits rebased onto it, and their conflicts.
 */
export function useNewerRecord<Saved>(
  { base, edits, latest }: EditedRecord<Saved>,
  { valueAt, isPaused, onTakeOver }: NewerRecordOptions<Saved>,
) {
  // What was read before the base was set may be older than it.
  const [start, setStart] = useState({ base, latest })
  if (start.base !== base) setStart({ base, latest })
  const isEditing = edits.length > 0 && !isPaused
  const newer = useMemo(() => {
    if (latest === undefined || latest === start.latest || !isEditing) return undefined
    if (dequal(latest.response, base.response)) return undefined
    return { record: latest, ...rebase(edits, (path) => valueAt(latest.response, path)) }
  }, [latest, start, base, edits, isEditing, valueAt])
  const takeOver = useEffectEvent(onTakeOver)
  useEffect(() => {
    if (newer !== undefined && newer.conflicts.length === 0) takeOver(newer.record, newer.edits)
  }, [newer])
  return newer
}
