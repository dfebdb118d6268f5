import type { AlertChannel } from '@/contract/alerts'
import type { ResponseOf, ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { resolveWorkspace } from '@/server/core/access/resolve-workspace'
import type { RequestContext } from '@/server/core/context'
import { emailObstacle, webhookObstacle } from '@/server/notifications/channel-obstacles'

function channelState(name: AlertChannel['channel'], reason: string | undefined): AlertChannel {
  return { channel: name, canDeliver: reason === undefined, reason }
}

/**
 * Lists the channels of alerts, and whether each can deliver.
 * @throws not_found, invalid_request
 */
export async function listAlertChannels(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listAlertChannels']>,
): Promise<ResponseOf<Operations['listAlertChannels']>> {
  const workspace = await resolveWorkspace(context, query.workspaceId)
  return {
    items: [
      channelState('internal', undefined),
      channelState('webhook', webhookObstacle(workspace)),
      channelState('email', emailObstacle(context)),
    ],
  }
}
