import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '@/console/ui/format/format-count'

/** More than a ticket lists. */
const maxUnconfirmed = 500

/** The number of apps that the user types before many are archived. */
interface CountConfirmation {
  count: number
  isNeeded: boolean
  /** Whether the number is typed, or none is needed. */
  isGiven: boolean
  typed: string
  type: (text: string) => void
}

/** Keeps the number that the user types to confirm a large archive. */
export function useCountConfirmation(count: number): CountConfirmation {
  const [typed, type] = useState('')
  const isNeeded = count > maxUnconfirmed
  const isGiven = !isNeeded || typed.replaceAll(/\D/g, '') === String(count)
  return { count, isNeeded, isGiven, typed, type }
}

/** Asks for the number of apps if they are many. */
export function CountField({ confirmation }: { confirmation: CountConfirmation }) {
  const { count, isNeeded, typed, type } = confirmation
  return (
    isNeeded && (
      <TextInput
        label={
          <>
            Type <b>{formatCount(count)}</b> to confirm
          </>
        }
        description="This is far more than a usual list. Check which apps it holds."
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="off"
      />
    )
  )
}
