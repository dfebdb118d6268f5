import { useRef, useState } from 'react'
import { hasSeveralCells } from './clipboard'
import classes from './limits-grid.module.css'

interface ValueInputProps {
  label: string
  initial: string
  /** Whether the initial text can't be read. */
  isUnreadable: boolean
  /** Commits the text and moves by `step` rows. Returns false to keep editing if it is invalid. */
  onEnter: (text: string, step: number) => boolean
  /** Commits the text after the focus has moved elsewhere. */
  onLeave: (text: string) => void
  onCancel: () => void
}

/**
 * The editor of a cell. It keeps its text in its own state, so that typing renders nothing else.
 */
export function ValueInput({
  label,
  initial,
  isUnreadable,
  onEnter,
  onLeave,
  onCancel,
}: ValueInputProps) {
  const [text, setText] = useState(initial)
  const [isInvalid, setInvalid] = useState(isUnreadable)
  // The input loses the focus when it is removed, too: by then a key or a paste has decided.
  const decided = useRef(false)
  return (
    <input
      autoFocus
      className={classes['input']}
      aria-label={label}
      value={text}
      aria-invalid={isInvalid}
      onChange={(event) => {
        setText(event.currentTarget.value)
        setInvalid(false)
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        // Enter and Escape end the composition of an input method first.
        if (event.nativeEvent.isComposing) return
        if (event.key !== 'Enter' && event.key !== 'Tab' && event.key !== 'Escape') return
        event.preventDefault()
        decided.current = true
        if (event.key === 'Escape') onCancel()
        else {
          decided.current = onEnter(text, event.shiftKey ? -1 : 1)
          setInvalid(!decided.current)
        }
      }}
      onPaste={(event) => {
        // The grid pastes several cells. An input would join them to one number.
        decided.current = hasSeveralCells(event.clipboardData.getData('text/plain'))
        if (!decided.current) event.stopPropagation()
      }}
      onBlur={() => {
        if (!decided.current) onLeave(text)
      }}
    />
  )
}
