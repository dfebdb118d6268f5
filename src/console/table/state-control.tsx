import { SegmentedControl } from '@mantine/core'
import type { ArchivedState } from '../../contract/pagination'

interface StateControlProps {
  state: ArchivedState
  /** Whether the engine can list archived records alone. */
  extensions: boolean
  onState: (state: ArchivedState) => void
}

/** Filters a list by whether its records are archived. */
export function StateControl({ state, extensions, onState }: StateControlProps) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="State"
      value={state}
      onChange={onState}
      data={[
        { value: 'active', label: 'Active' },
        ...(extensions ? [{ value: 'archived' as const, label: 'Archived' }] : []),
        { value: 'both', label: 'Both' },
      ]}
    />
  )
}
