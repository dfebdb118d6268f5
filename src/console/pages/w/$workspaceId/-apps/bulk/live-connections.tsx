import { Alert } from '@mantine/core'
import { firstNames } from '@/console/ui/format/first-names'
import { formatCount } from '@/console/ui/format/format-count'
import { rowsOf, type ShownItem } from './outcomes'

const maxNamed = 5

/** Warns about apps to archive that are still in use. */
export function LiveConnections({ items }: { items: readonly ShownItem[] }) {
  const inUse = rowsOf(items).filter(
    ({ outcome, connections = 0 }) => outcome === 'would_archive' && connections > 0,
  )
  const total = inUse.reduce((sum, { connections = 0 }) => sum + connections, 0)
  if (inUse.length === 0) return null
  return (
    <Alert color="caution" p="xs">
      {inUse.length === 1 ? 'One of them has' : `${formatCount(inUse.length)} of them have`}
      {` live connections, ${formatCount(total)} in all: `}
      {firstNames(
        inUse.map(({ name, key }) => name || key || ''),
        maxNamed,
      )}
      .
    </Alert>
  )
}
