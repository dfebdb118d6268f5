import { Alert } from '@mantine/core'
import { useRole } from '@/console/session/use-session'
import { formatCount } from '@/console/ui/format/format-count'
import { rowsOf, type ShownItem } from './outcomes'

/** Tells an operator who archives as a workspace where the public apps of the list are archived. */
export function PublicAppsNote({ items }: { items: readonly ShownItem[] }) {
  const isOperator = useRole() === 'operator'
  const count = rowsOf(items).filter(({ outcome }) => outcome === 'not_yours').length
  if (!isOperator || count === 0) return null
  return (
    <Alert color="caution" p="xs">
      {count === 1 ? 'One is a public app. ' : `${formatCount(count)} are public apps. `}
      To archive {count === 1 ? 'it' : 'them'}, paste the list in the tab “Public catalog”.
    </Alert>
  )
}
