import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'
import { IconSearch } from './icons.gen'

/** A pause in typing: long enough that a quick typist is not answered letter by letter, too short to be waited for. */
const debounceMilliseconds = 150

interface SearchFieldProps {
  label: string
  placeholder?: string
  /** What is searched for. */
  text: string
  /** Undefined: for nothing. */
  onText: (text: string | undefined) => void
  width: number | string
  rightSection?: ReactNode
}

/** A field for what is searched for. It shows each key by itself and hands the text on when the typing pauses, so that no key waits for what is found. */
export function SearchField({
  label,
  placeholder = label,
  text,
  onText,
  width,
  rightSection,
}: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  const [handedOn, setHandedOn] = useState(text)
  const [known, setKnown] = useState(text)
  // What comes from elsewhere, such as a step back, takes the place of what was typed.
  if (text !== known) {
    setKnown(text)
    if (text !== handedOn) setTyped(text)
  }
  const handOn = useDebouncedCallback((latest: string) => {
    setHandedOn(latest)
    onText(latest || undefined)
  }, debounceMilliseconds)
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={14} />}
      rightSection={rightSection}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        handOn(event.currentTarget.value)
      }}
      w={width}
    />
  )
}
