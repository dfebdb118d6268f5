import { SegmentedControl } from '@mantine/core'
import { useHasExtensions } from '@/console/api/workspaces'
import type { ArchivedState } from '@/contract/pagination'

interface StateControlProps {
  state: ArchivedState
  onState: (state: ArchivedState) => void
}

/** Filters a list by whether its records are archived. */
export function StateControl({ state, onState }: StateControlProps) {
  const hasExtensions = useHasExtensions()
  return (
    <SegmentedControl
      size="xs"
      aria-label="State"
      value={state}
      onChange={onState}
      data={[
        { value: 'active', label: 'Active' },
        // Other engines can't list archived records alone.
        ...(hasExtensions ? [{ value: 'archived' as const, label: 'Archived' }] : []),
        { value: 'both', label: 'Both' },
      ]}
    />
  )
}
