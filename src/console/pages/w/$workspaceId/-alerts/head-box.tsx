import { Checkbox } from '@mantine/core'
import { dequal } from 'dequal'
import { memo } from 'react'
import { stateOf, type AlertRow, type Channel } from './matrix'

export type OnToggle = (rows: readonly AlertRow[], of: readonly Channel[]) => void

interface HeadBoxProps {
  label: string
  rows: readonly AlertRow[]
  of: readonly Channel[]
  readOnly: boolean
  onToggle: OnToggle
}

/** A box that stands for several switches: on, off, or in part. */
export const HeadBox = memo(Box, dequal)

function Box({ label, rows, of, readOnly, onToggle }: HeadBoxProps) {
  const state = stateOf(rows, of)
  return <Checkbox size="xs" checked={state === 'on'} indeterminate={state === 'mixed'} onChange={() => onToggle(rows, of)} disabled={readOnly || rows.length === 0} aria-label={label} tabIndex={-1} />
}
