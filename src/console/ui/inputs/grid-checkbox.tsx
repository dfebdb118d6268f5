import classes from './grid-checkbox.module.css'

export type TriState = 'on' | 'off' | 'mixed'

interface GridCheckboxProps {
  label: string
  state: TriState
  disabled?: boolean
  tabIndex?: number
  /** @param extend whether Shift was held */
  onToggle: (extend: boolean) => void
}

/**
 * The theme's checkbox as a single element without animation, fast enough for hundreds in a grid.
 */
export function GridCheckbox({ label, state, disabled, tabIndex, onToggle }: GridCheckboxProps) {
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
        // The click changed the checkbox itself; the state may stay the same.
        event.currentTarget.indeterminate = state === 'mixed'
        onToggle(event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
      }}
    />
  )
}
