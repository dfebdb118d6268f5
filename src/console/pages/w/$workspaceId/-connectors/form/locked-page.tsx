import { Text } from '@mantine/core'
import { PageHeader } from '@/console/layout/page-header'
import { ReadOnlyBanner } from '@/console/layout/page-states'
import { AllConnectorsLink } from '../all-connectors-link'

interface LockedPageProps {
  workspaceId: string
  title: string
  reason: string
  hasDraft: boolean
}

/** Says why no connector can be created, or this one not edited. */
export function LockedPage({ workspaceId, title, reason, hasDraft }: LockedPageProps) {
  return (
    <div className="page">
      <PageHeader title={title} />
      <ReadOnlyBanner reason={reason} />
      <Text fz="sm" c="dimmed">
        {hasDraft && 'Your draft is kept in this tab. '}
        <AllConnectorsLink workspaceId={workspaceId} underline="always" />
      </Text>
    </div>
  )
}
