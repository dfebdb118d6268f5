import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useHasExtensions } from '@/console/api/workspaces'
import { changeReasonSchema } from '@/contract/change-reason'

/** The reason that a user gives for a change. */
export interface ChangeReason {
  typed: string
  type: (text: string) => void
  clear: () => void
  /** The reason to send; undefined if there is none. */
  given: string | undefined
  /** Why it can’t be sent. */
  error: string | undefined
}

/**
 * Keeps the reason that a user types for a change.
 * @param initial what was typed before the page was reloaded
 */
export function useChangeReason(initial = ''): ChangeReason {
  const [typed, type] = useState(initial)
  const { data, error } = changeReasonSchema.safeParse(typed)
  return {
    typed,
    type,
    clear: () => type(''),
    given: data === '' ? undefined : data,
    error: error?.issues[0]?.message,
  }
}

interface ReasonFieldProps {
  reason: ChangeReason
  disabled: boolean
}

/** Asks why a change is made. Only engines with the extensions keep that. */
export function ReasonField({ reason, disabled }: ReasonFieldProps) {
  return (
    useHasExtensions() && (
      <TextInput
        label="Reason (optional)"
        description="Kept in the history"
        value={reason.typed}
        onChange={(event) => reason.type(event.currentTarget.value)}
        error={reason.error}
        disabled={disabled}
        autoComplete="off"
      />
    )
  )
}
