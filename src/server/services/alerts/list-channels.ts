import type { AlertChannel } from '../../../contract/alerts'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { RequestContext } from '../../core/context'
import { resolveWorkspace } from '../../core/resolve-workspace'

function channelState(name: AlertChannel['channel'], reason: string | undefined): AlertChannel {
  return reason === undefined
    ? { channel: name, canDeliver: true }
    : { channel: name, canDeliver: false, reason }
}

/**
 * Lists the channels of alerts, and whether each can deliver.
 * @throws not_found, invalid_request
 */
export async function listAlertChannels(
  context: RequestContext,
  { query }: ParsedRequestOf<Operations['listAlertChannels']>,
): Promise<ResponseOf<Operations['listAlertChannels']>> {
  const { webhook_uri: uri, webhook_disabled_at: disabledAt } = await resolveWorkspace(
    context,
    query.workspaceId,
  )
  return {
    items: [
      channelState('internal', undefined),
      channelState('webhook', webhookIssue(uri, disabledAt)),
      channelState(
        'email',
        context.mailer === undefined ? 'This server has no mail server configured' : undefined,
      ),
    ],
  }
}

function webhookIssue(uri: string | null, disabledAt: Date | null): string | undefined {
  if (uri === null) return 'The workspace has no webhook URI'
  if (disabledAt === null) return undefined
  return 'The webhook is disabled: its address failed for too long'
}
