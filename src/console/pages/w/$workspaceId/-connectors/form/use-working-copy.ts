import { useMemo, useState } from 'react'
import type { SpecificationResponse } from '@/console/api/connectors'
import type { Edit } from '@/console/edits/edits'
import { connectorEdits, editedDraft } from './connector-edits'
import { useDraftForm, useValidateChanges } from './connector-form'
import { requestOf } from './request-of-draft'

/** Compares the form with the working copy that it edits. @param begun the first one */
export function useWorkingCopy(begun: SpecificationResponse) {
  const form = useDraftForm()
  const [base, setBase] = useState(begun)
  const original = useMemo(() => editedDraft(base.response), [base])
  // What is stored may be invalid today: then that is shown before the user changes anything.
  const isInvalid = useMemo(() => requestOf(original).issues.length > 0, [original])
  const draft = useValidateChanges(isInvalid)
  return {
    /** The working copy that the edits are made to. */
    base,
    /** The values of the form without edits. */
    original,
    /** The values of the form. */
    draft,
    edits: connectorEdits(original, draft),
    discard: () => form.reset(original),
    /** Continues with these edits, or none, on a newer working copy. */
    rebase: (record: SpecificationResponse, left: readonly Edit[] = []) => {
      setBase(record)
      form.reset(editedDraft(record.response, left), { keepIsSubmitted: true })
    },
  }
}
