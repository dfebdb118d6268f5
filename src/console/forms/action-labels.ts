import type { AuditEvent } from '../../contract/history'
import type { OperationId } from '../../contract/operations'
import { labelOf } from './member-path'

/** What was done, with the thing it was done to put in for `%`. */
export const actionLabels: Partial<Record<OperationId, string>> = {
  updateOrgWorkspace: 'changed %',
  createOrgWorkspace: 'created the workspace %',
  archiveOrgWorkspace: 'archived the workspace %',
  restoreOrgWorkspace: 'restored the workspace %',
  createOrgWorkspaceAccessToken: 'made an access token',
  revokeAccessToken: 'revoked an access token',
  revokeAccessTokens: 'revoked all access tokens',
  rotateOrgWorkspaceSecret: 'rotated the workspace secret',
  rotateWebhookSecret: 'rotated the webhook secret',
  setOperatorLimits: 'set the operator’s limits: %',
  createConnector: 'created the connector %',
  publishConnectorVersion: 'published a version of %',
  createApp: 'created the app %',
  updateApp: 'changed the app %',
  archiveApp: 'archived the app %',
  restoreApp: 'restored the app %',
  archiveApps: 'archived the app %, with others',
  restoreAppArchive: 'restored the app %, with others',
  testAlert: 'sent a test alert',
  setAlertMute: 'changed what is muted',
  pingWebhook: 'sent a ping to the webhook',
  resendWebhookDelivery: 'sent a delivery again',
  recoverWebhookDeliveries: 'had missed deliveries sent again',
}
const actionLabelOf = new Map(Object.entries(actionLabels))

/** What an entry is of, in words: the members that changed, or the thing. */
function thing({ operation, subject, changes }: AuditEvent): string {
  if (operation !== 'updateOrgWorkspace' && operation !== 'setOperatorLimits')
    return subject.name ?? subject.id
  const labels = changes.map(({ path }) => labelOf(path.replace(/^operatorLimits\./, 'limits.')))
  if (labels.length === 0) return 'the workspace'
  return labels.length <= 3
    ? labels.join(', ')
    : `${labels.slice(0, 2).join(', ')} and ${labels.length - 2} more`
}

/** What was done, as a sentence without its subject: 'changed API requests per second'; otherwise said, where no words are known for it. */
export function describeAction(event: AuditEvent, otherwise = event.operation): string {
  return (actionLabelOf.get(event.operation) ?? otherwise).replace('%', thing(event))
}
