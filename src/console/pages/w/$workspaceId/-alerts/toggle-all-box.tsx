import type { Channel } from '@/console/edits/member-path'
import { isSwitchable, stateOf, type AlertRow } from '@/console/grids/alert-rows'
import { GridCheckbox } from '@/console/ui/inputs/grid-checkbox'

export type OnToggle = (rows: readonly AlertRow[], channels: readonly Channel[]) => void

interface ToggleAllBoxProps {
  label: string
  rows: readonly AlertRow[]
  channels: readonly Channel[]
  readOnly: boolean
  onToggle: OnToggle
}

/** A checkbox for all of several alert types and channels: on, off or mixed. */
export function ToggleAllBox({ label, rows, channels, readOnly, onToggle }: ToggleAllBoxProps) {
  return (
    <GridCheckbox
      tabIndex={-1}
      label={label}
      state={stateOf(rows, channels)}
      disabled={readOnly || !rows.some(isSwitchable)}
      onToggle={() => onToggle(rows, channels)}
    />
  )
}
