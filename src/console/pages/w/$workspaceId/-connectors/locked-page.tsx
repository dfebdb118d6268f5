import { Text } from '@mantine/core'
import { PageHeader } from '../../../../layout/page-header'
import { ReadOnlyBanner } from '../../../../layout/page-states'
import { LinkAnchor } from '../../../../ui/link-anchor'

interface LockedPageProps {
  workspaceId: string
  lock: string
  hasDraft: boolean
}

/** Says why no connector can be created. */
export function LockedPage({ workspaceId, lock, hasDraft }: LockedPageProps) {
  return (
    <div className="page">
      <PageHeader title="Create connector" />
      <ReadOnlyBanner reason={lock} />
      <Text fz="sm" c="dimmed">
        {hasDraft && 'Your draft is kept in this tab. '}
        <LinkAnchor
          to="/w/$workspaceId/connectors"
          params={{ workspaceId }}
          fz="sm"
          underline="always"
        >
          All connectors
        </LinkAnchor>
      </Text>
    </div>
  )
}
