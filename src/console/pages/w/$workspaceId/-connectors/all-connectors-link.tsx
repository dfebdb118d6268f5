import type { AnchorProps } from '@mantine/core'
import { LinkAnchor } from '@/console/ui/link-anchor'

interface AllConnectorsLinkProps extends Pick<AnchorProps, 'hiddenFrom' | 'underline'> {
  workspaceId: string
}

/** Leads back to the list of connectors. */
export function AllConnectorsLink({ workspaceId, ...props }: AllConnectorsLinkProps) {
  return (
    <LinkAnchor to="/w/$workspaceId/connectors" params={{ workspaceId }} fz="sm" {...props}>
      All connectors
    </LinkAnchor>
  )
}
