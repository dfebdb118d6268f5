import type { Dependencies } from '@/server/core/context'
import type { WorkspaceRow } from '@/server/store/schema'

/** Returns why alerts of a workspace cannot be delivered by webhook; undefined if they can. */
export function webhookObstacle({
  webhook_uri: uri,
  webhook_disabled_at: disabledAt,
}: Pick<WorkspaceRow, 'webhook_uri' | 'webhook_disabled_at'>): string | undefined {
  if (uri === null) return 'The workspace has no webhook URI'
  if (disabledAt === null) return undefined
  return 'The webhook is disabled: its address failed for too long'
}

/** Returns why alerts cannot be delivered by e-mail; undefined if they can. */
export function emailObstacle({ mailer }: Pick<Dependencies, 'mailer'>): string | undefined {
  return mailer === undefined ? 'This server has no mail server configured' : undefined
}
