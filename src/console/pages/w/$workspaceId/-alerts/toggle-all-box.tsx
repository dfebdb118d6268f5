import { TickBox } from '../../../../ui/tick-box'
import { stateOf, type AlertRow } from '../../../../forms/alert-rows'
import type { Channel } from '../../../../forms/member-path'

export type OnToggle = (rows: readonly AlertRow[], of: readonly Channel[]) => void

interface HeadBoxProps {
  label: string
  rows: readonly AlertRow[]
  of: readonly Channel[]
  readOnly: boolean
  onToggle: OnToggle
}

/** A checkbox that represents several switches: on, off or mixed. */
export function HeadBox({ label, rows, of, readOnly, onToggle }: HeadBoxProps) {
  return (
    <TickBox
      tabIndex={-1}
      label={label}
      state={stateOf(rows, of)}
      disabled={readOnly || rows.length === 0}
      onToggle={() => onToggle(rows, of)}
    />
  )
}
