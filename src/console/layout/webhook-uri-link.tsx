import { LinkAnchor } from '@/console/ui/link-anchor'

interface WebhookUriLinkProps {
  workspaceId: string
  fz?: 'xs' | 'sm'
  children: string
}

/** Leads to the setting of the address that webhooks are sent to. */
export function WebhookUriLink({ workspaceId, fz = 'sm', children }: WebhookUriLinkProps) {
  return (
    <LinkAnchor
      to="/w/$workspaceId/settings"
      params={{ workspaceId }}
      hash="webhookUri"
      fz={fz}
      underline="always"
    >
      {children}
    </LinkAnchor>
  )
}
