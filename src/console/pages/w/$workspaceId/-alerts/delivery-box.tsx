import classes from './delivery-box.module.css'
import type { TriState } from './matrix'

interface DeliveryBoxProps {
  label: string
  state: TriState
  disabled: boolean
  onToggle: () => void
}

/** The checkbox of the theme, made of one element that does not move: the matrix shows a hundred of them. */
export function DeliveryBox({ label, state, disabled, onToggle }: DeliveryBoxProps) {
  return (
    <input
      ref={(box) => {
        if (box !== null) box.indeterminate = state === 'mixed'
      }}
      type="checkbox"
      className={`mantine-focus-auto ${classes['box']}`}
      aria-label={label}
      checked={state === 'on'}
      disabled={disabled}
      tabIndex={-1}
      onChange={(event) => {
        // The click has taken it away, also where the switches stay as they are.
        event.currentTarget.indeterminate = state === 'mixed'
        onToggle()
      }}
    />
  )
}
