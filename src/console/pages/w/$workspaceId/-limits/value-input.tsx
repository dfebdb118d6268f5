import { useRef, useState } from 'react'
import classes from './limits-grid.module.css'

interface ValueInputProps {
  label: string
  initial: string
  /** Takes the text and moves on by `step` rows. False: it can't be read; the cell stays open. */
  onEnter: (text: string, step: number) => boolean
  /** Takes the text where it is. The focus has already gone elsewhere. */
  onLeave: (text: string) => void
  onCancel: () => void
}

/** The cell that is being typed into. It keeps the text to itself, so that a keystroke draws nothing else. */
export function ValueInput({ label, initial, onEnter, onLeave, onCancel }: ValueInputProps) {
  const [text, setText] = useState(initial)
  // The input loses the focus when it is removed, too: by then a key has decided.
  const decided = useRef(false)
  return (
    <input
      autoFocus
      className={classes['input']}
      aria-label={label}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Tab' && event.key !== 'Escape') return
        event.preventDefault()
        decided.current = true
        if (event.key === 'Escape') onCancel()
        else decided.current = onEnter(text, event.shiftKey ? -1 : 1)
      }}
      onBlur={() => {
        if (!decided.current) onLeave(text)
      }}
    />
  )
}
