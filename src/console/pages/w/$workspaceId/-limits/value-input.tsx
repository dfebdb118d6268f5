import { useRef, useState } from 'react'
import classes from './limits-grid.module.css'

interface ValueInputProps {
  label: string
  initial: string
  /** What was typed, and how many rows the keyboard goes on. */
  onCommit: (text: string, step: number) => void
  onCancel: () => void
}

/** The cell that is being typed into. It keeps the text to itself, so that a keystroke draws nothing else. */
export function ValueInput({ label, initial, onCommit, onCancel }: ValueInputProps) {
  const [text, setText] = useState(initial)
  // The input loses the focus when it goes, too: by then the keyboard has decided.
  const decided = useRef(false)
  return (
    <input
      autoFocus
      className={classes['input']}
      aria-label={label}
      value={text}
      onChange={(event) => {
        decided.current = false
        setText(event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Tab' && event.key !== 'Escape') return
        event.preventDefault()
        decided.current = true
        if (event.key === 'Escape') onCancel()
        else onCommit(text, event.shiftKey ? -1 : 1)
      }}
      onBlur={() => {
        if (!decided.current) onCommit(text, 0)
      }}
    />
  )
}
