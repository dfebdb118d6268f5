import { CloseButton, TextInput, VisuallyHidden } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { searchText } from '@/contract/pagination'
import { IconSearch } from '../icons.gen'
import { useTyped } from './use-typed'

interface SearchFieldProps {
  label: string
  placeholder?: string
  /** The current search text. */
  text: string
  /** Called with the new search text, or undefined if it is empty. */
  onText: (text: string | undefined) => void
  width: number | string
  rightSection?: ReactNode
  /** What the search finds, for screen readers, unless the page says so next to the field. */
  found?: string | undefined
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
  found,
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const field = useTyped({ value: text, onValue: onText })

  function clear() {
    field.clear()
    input.current?.focus()
  }

  return (
    <>
      <TextInput
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        leftSection={<IconSearch size={14} />}
        rightSection={
          field.typed === '' ? (
            rightSection
          ) : (
            <CloseButton size="sm" aria-label={`Clear: ${label}`} onClick={clear} />
          )
        }
        value={field.typed}
        onChange={(event) => field.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          // During a composition, Escape ends that alone.
          if (event.key !== 'Escape' || event.nativeEvent.isComposing || field.typed === '') return
          // The dialog around the field stays open.
          event.stopPropagation()
          clear()
        }}
        // The API takes no longer text; a list of keys may be pasted here by mistake.
        maxLength={searchText.maxLength ?? undefined}
        w={width}
        maw="100%"
      />
      {/* Always there, since what is not there yet cannot announce a change. */}
      <VisuallyHidden aria-live="polite">{found}</VisuallyHidden>
    </>
  )
}
