import { firstNames } from '@/console/ui/format/first-names'
import type { AuditEvent } from '@/contract/history'
import type { OperationId, Operations } from '@/contract/operations'
import { labelOf } from './member-path'
import { isRecordOperation } from './record-operations'

type WriteId = {
  [Id in OperationId]: Operations[Id] extends
    | { method: 'GET' }
    | { caller: 'anyone' }
    | { demo: true }
    ? never
    : Id
}[OperationId]

/**
 * A description of each write that the history records, in the past tense; `%` stands for its
 * subject. One that is missing here doesn't compile. Checking a JWKS changes nothing.
 */
export const actionLabels: Record<Exclude<WriteId, 'checkJwks'>, string> = {
  updateOrgWorkspace: 'changed %',
  createOrgWorkspace: 'created the workspace %',
  archiveOrgWorkspace: 'archived the workspace %',
  restoreOrgWorkspace: 'restored the workspace %',
  createOrgWorkspaceAccessToken: 'created an access token',
  revokeAccessToken: 'revoked an access token',
  revokeAccessTokens: 'revoked all access tokens',
  rotateOrgWorkspaceSecret: 'rotated the workspace secret',
  rotateWebhookSecret: 'rotated the webhook secret',
  setAlertSettings: 'changed %',
  setOperatorLimits: 'changed operator limits: %',
  createConnector: 'created the connector %',
  updateConnector: 'changed the connector %',
  publishConnectorVersion: 'published a version of %',
  createApp: 'created the app %',
  updateApp: 'changed the app %',
  archiveApp: 'archived the app %',
  restoreApp: 'restored the app %',
  archiveApps: 'archived the app % in bulk',
  restoreAppArchive: 'restored the app % in bulk',
  testAlert: 'sent a test alert',
  setAlertMute: 'changed alert mutes',
  pingWebhook: 'sent a ping to the webhook',
  resendWebhookDelivery: 'resent a delivery',
  recoverWebhookDeliveries: 'retried failed deliveries',
}
const actionLabelOf = new Map(Object.entries(actionLabels))

/** Names what an entry changed: its fields, or the record. */
function subjectOf({ operation, subject, changes }: AuditEvent): string {
  if (!isRecordOperation(operation)) return subject.name ?? subject.id
  const labels = changes.map(({ path }) => labelOf(path.replace(/^operatorLimits\./, 'limits.')))
  if (labels.length === 0) return 'the workspace'
  // One more takes no more room than its count.
  return firstNames(labels, labels.length <= 3 ? 3 : 2)
}

/**
 * Describes an entry as a sentence without its subject: 'changed API requests per second'.
 * @param otherwise used for operations without a description
 */
export function describeAction(event: AuditEvent, otherwise = event.operation): string {
  return (actionLabelOf.get(event.operation) ?? otherwise).replace('%', subjectOf(event))
}
