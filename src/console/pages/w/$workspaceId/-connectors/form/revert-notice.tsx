import { Alert } from '@mantine/core'
import { plural } from '@/console/ui/format/plural'
import type { ConnectorRevert } from './revert-connector'

const staying = (count: number) => (count === 1 ? 'it stays as it is' : 'they stay as they are')

/** Says what of a change that the form reverts can't be reverted, or that nothing of it is left. */
export function RevertNotice({ edits, unknown }: ConnectorRevert) {
  if (edits.length > 0 && unknown.length === 0) return null
  return (
    <Alert color="caution" p="xs" mb="sm" role="status" aria-label="Reverted change">
      {unknown.length === 0
        ? 'Already reverted: nothing of this change is left.'
        : `The history does not keep the earlier ${plural(unknown.length, 'value')} of ` +
          `${unknown.join(', ')}: ${staying(unknown.length)}.`}
    </Alert>
  )
}
