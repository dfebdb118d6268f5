import classes from './tick-box.module.css'

export type TriState = 'on' | 'off' | 'mixed'

interface TickBoxProps {
  label: string
  state: TriState
  disabled?: boolean
  tabIndex?: number
  /** Told whether Shift was held. */
  onToggle: (extend: boolean) => void
}

/** The checkbox of the theme, made of one element that does not move: a grid shows a hundred of them, and is quick to draw all the same. */
export function TickBox({ label, state, disabled, tabIndex, onToggle }: TickBoxProps) {
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
      tabIndex={tabIndex}
      onChange={(event) => {
        // The click has taken it away, also where what it stands for stays as it is.
        event.currentTarget.indeterminate = state === 'mixed'
        onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
      }}
    />
  )
}
