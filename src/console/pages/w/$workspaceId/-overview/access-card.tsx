import { Badge } from '@mantine/core'
import { useRegisteredKeys } from '@/console/keys/use-read-keys'
import { CopyButton } from '@/console/ui/copy-button'
import { ExternalLink } from '@/console/ui/external-link'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { None } from '@/console/ui/none'
import type { Workspace } from '@/contract/workspaces'
import { OverviewCard, OverviewRow } from './overview-card'

/** The secret and the keys that verify tokens. */
export function AccessCard({ workspace }: { workspace: Workspace }) {
  const secretRefused = workspace.settings?.['disableSecretKeyAuth'] === true
  return (
    <OverviewCard
      title="Who can sign in"
      action={
        <LinkAnchor
          to="/w/$workspaceId/settings"
          params={{ workspaceId: workspace.id }}
          hash="publicKeys"
          fz="sm"
        >
          Keys
        </LinkAnchor>
      }
    >
      <OverviewRow label="The workspace secret">
        {secretRefused ? (
          <Badge size="xs" color="gray">
            refused
          </Badge>
        ) : (
          'signs tokens'
        )}
      </OverviewRow>
      {workspace.publicKeys?.map(({ name, publicKey }) => (
        <KeyRow key={name} name={name} publicKey={publicKey} />
      ))}
      {workspace.publicKeys?.length === 0 && (
        <OverviewRow label="Public keys">
          <None />
        </OverviewRow>
      )}
      <OverviewRow label="JWKS URI">
        {workspace.jwksUri === null || workspace.jwksUri === undefined ? (
          <None />
        ) : (
          <ExternalLink uri={workspace.jwksUri} />
        )}
      </OverviewRow>
      <OverviewRow label="Workspace key">
        <span className="mono">{workspace.key}</span>{' '}
        <CopyButton value={workspace.key} label="Copy key" iconOnly />
      </OverviewRow>
    </OverviewCard>
  )
}

/** A row of its own, so that the card is not rendered again whenever a key was read. */
function KeyRow({ name, publicKey }: { name: string; publicKey: string }) {
  const [registered] = useRegisteredKeys([publicKey])
  return <OverviewRow label={name}>{registered?.key?.strength ?? 'public key'}</OverviewRow>
}
