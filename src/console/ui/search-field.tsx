import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState, type ReactNode } from 'react'
import { IconSearch } from './icons.gen'

/** Long enough that a fast typist does not search per letter, too short to be noticed. */
const debounceMilliseconds = 150

interface SearchFieldProps {
  label: string
  placeholder?: string
  /** The current search text. */
  text: string
  /** Called with the new search text, or undefined if it is empty. */
  onText: (text: string | undefined) => void
  width: number | string
  rightSection?: ReactNode
}

/**
 * A search field that debounces its text. Escape and a button clear it.
 */
export function SearchField({
  label,
  placeholder = label,
  text,
  onText,
  width,
  rightSection,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  /** Texts passed to `onText` that have not come back as `text` yet. */
  const [sent, setSent] = useState<readonly string[]>([])
  const passOn = useDebouncedCallback((latest: string) => {
    if (latest === text) return
    setSent((before) => [...before, latest])
    onText(latest || undefined)
  }, debounceMilliseconds)
  // A text from elsewhere, such as a step back in history, replaces what was typed.
  if (text !== known) {
    setKnown(text)
    const index = sent.indexOf(text)
    setSent(index === -1 ? [] : sent.slice(index + 1))
    if (index === -1) {
      setTyped(text)
      passOn.cancel()
    }
  }

  function clear() {
    passOn.cancel()
    setTyped('')
    if (text !== '') {
      setSent((before) => [...before, ''])
      onText(undefined)
    }
    input.current?.focus()
  }

  return (
    <TextInput
      ref={input}
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={14} />}
      rightSection={
        typed === '' ? (
          rightSection
        ) : (
          <CloseButton size="sm" aria-label={`Clear: ${label}`} onClick={clear} />
        )
      }
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        passOn(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || typed === '') return
        // The dialog around the field stays open.
        event.stopPropagation()
        clear()
      }}
      w={width}
      maw="100%"
    />
  )
}
