import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** Long enough that a fast typist does not search per letter, too short to be noticed. */
export const debounceMilliseconds = 150

interface TypedOptions {
  /** The current value, as in the URL; empty if there is none. */
  value: string
  /** Called with a new value, debounced; undefined if it is empty. */
  onValue: (value: string | undefined) => void
  /** Returns the text of a value. The default is the value itself. */
  textOf?: (value: string) => string
  /** Returns the value of a text; undefined if there is more to type. The default is the text. */
  read?: (text: string) => string | undefined
}

/**
 * Manages the text of a field whose value is kept elsewhere, where it arrives later: meanwhile, the
 * field shows what was typed.
 */
export function useTyped({
  value,
  onValue,
  textOf = (known) => known,
  read = (text) => text,
}: TypedOptions) {
  const [typed, setTyped] = useState(() => textOf(value))
  const [known, setKnown] = useState(value)
  /** Values passed to `onValue` that have not come back as `value` yet. */
  const [sent, setSent] = useState<readonly string[]>([])
  function pass(next: string) {
    // While others are on their way, `value` is not what was passed last.
    if (next === value && sent.length === 0) return
    setSent((before) => [...before, next])
    onValue(next || undefined)
  }
  const passOn = useDebouncedCallback(pass, debounceMilliseconds)
  // A value from elsewhere, such as a step back in history, replaces what was typed.
  if (value !== known) {
    setKnown(value)
    const index = sent.indexOf(value)
    setSent(index === -1 ? [] : sent.slice(index + 1))
    if (index === -1) {
      setTyped(textOf(value))
      passOn.cancel()
    }
  }
  return {
    typed,
    type(text: string) {
      setTyped(text)
      const next = read(text)
      if (next === undefined) passOn.cancel()
      else passOn(next)
    },
    /** Clears text and value at once. */
    clear() {
      passOn.cancel()
      setTyped('')
      pass('')
    },
  }
}
