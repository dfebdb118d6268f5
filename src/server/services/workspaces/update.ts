import type { RecordedChange } from '../../../contract/history'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { UnusableKey } from '../../../contract/public-keys'
import type { Workspace } from '../../../contract/workspaces'
import { changedMembers, changesByMember, hasSameText } from '../../core/changed-members'
import type { RequestContext } from '../../core/context'
import { etagOf, type Tagged } from '../../core/etag'
import { findWorkspace, workspaceEntry, workspaces } from '../../core/find-workspace'
import { invalidRequest } from '../../core/service-error'
import { writing } from '../../core/writing'
import { searchColumns } from '../../search/search-text'
import type { WorkspaceRow } from '../../store/schema'
import { endTokensOfWithdrawnKeys } from '../../authentication/personal-tokens'
import { readPublicKey } from '../../authentication/public-key'
import { assertNotLockedOut, findPublishedKeys, type PublishedKeys } from './lock-out'
import { workspaceRecord } from './record'

type Request = ParsedRequestOf<Operations['updateOrgWorkspace']>
type Update = Request['body']
/** After this change, the secret signs no tokens. */
const disablesSecret = 'settings.disableSecretKeyAuth'

type Editable = ReturnType<typeof applyUpdate>

/**
 * Returns the editable columns as the update leaves them: limits and settings merge by member, all
 * others are replaced.
 */
function applyUpdate(row: WorkspaceRow, update: Update) {
  const replaced = <Value>(sent: Value | undefined, stored: Value): Value =>
    sent === undefined ? stored : sent
  const cleared = (sent: string | undefined, stored: string | null) =>
    sent === '' ? null : replaced(sent, stored)
  return {
    name: replaced(update.name, row.name),
    logo_uri: cleared(update.logoUri, row.logo_uri),
    limits: { ...row.limits, ...update.limits },
    settings: { ...row.settings, ...update.settings },
    public_keys: replaced(update.publicKeys, row.public_keys),
    user_fields_schema: replaced(update.userFieldsSchema, row.user_fields_schema),
    webhook_uri: cleared(update.webhookUri, row.webhook_uri),
    enabled_webhook_events: replaced(update.enabledWebhookEvents, row.enabled_webhook_events),
    alert_delivery_settings: replaced(update.alertDeliverySettings, row.alert_delivery_settings),
    jwks_uri: replaced(update.jwksUri, row.jwks_uri),
    type: replaced(update.type, row.type),
    is_read_only: replaced(update.isReadOnly, row.is_read_only),
  }
}

/** Lists what differs between two states of a workspace, by the names of the API. */
function changesBetween(before: Editable, after: Editable): RecordedChange[] {
  const [schema, newSchema] = [before.user_fields_schema, after.user_fields_schema]
  return [
    ...changedMembers([
      ['name', before.name, after.name],
      ['logoUri', before.logo_uri, after.logo_uri],
      ['publicKeys', before.public_keys, after.public_keys],
      ['webhookUri', before.webhook_uri, after.webhook_uri],
      ['enabledWebhookEvents', before.enabled_webhook_events, after.enabled_webhook_events],
      ['jwksUri', before.jwks_uri, after.jwks_uri],
      ['type', before.type, after.type],
      ['isReadOnly', before.is_read_only, after.is_read_only],
    ]),
    ...(hasSameText(schema, newSchema)
      ? []
      : [{ path: 'userFieldsSchema', before: schema, after: newSchema }]),
    ...changesByMember('limits', before.limits, after.limits),
    ...changesByMember('settings', before.settings, after.settings),
    ...changesByMember(
      'alertDeliverySettings.alertTypes',
      before.alert_delivery_settings.alertTypes,
      after.alert_delivery_settings.alertTypes,
    ),
  ]
}

/** @throws invalid_request that names every key that is private, weak or not a key */
async function checkPublicKeys(update: Update): Promise<void> {
  const issues = []
  for (const [index, { publicKey }] of (update.publicKeys ?? []).entries()) {
    try {
      await readPublicKey(publicKey)
    } catch (error) {
      if (!(error instanceof UnusableKey)) throw error
      issues.push({
        path: ['body', 'publicKeys', index, 'publicKey'],
        message: error.message,
        code: 'unusable_key',
      })
    }
  }
  if (issues.length > 0) throw invalidRequest(issues)
}

/**
 * Fetches the keys at the JWKS URI where the update makes it the only way to sign in. Call it
 * before the transaction, because the address may take its time.
 */
async function fetchPublishedKeys(
  context: RequestContext,
  { params, body }: Request,
): Promise<PublishedKeys | undefined> {
  const touchesSignIn =
    body.settings?.disableSecretKeyAuth !== undefined ||
    body.publicKeys !== undefined ||
    body.jwksUri !== undefined
  if (!touchesSignIn) return undefined
  const row = await findWorkspace(context, context.database, params.id)
  return findPublishedKeys(context, applyUpdate(row, {}), applyUpdate(row, body))
}

/** Returns the columns to write, and what follows from the changes. */
function updatedColumns(before: WorkspaceRow, after: Editable, changes: readonly RecordedChange[]) {
  const refusesSecret = changes.some(
    ({ path, after: value }) => path === disablesSecret && value === true,
  )
  const { user_fields_schema: schema } = after
  return {
    ...after,
    // Whoever holds the secret may have had tokens issued.
    ...(refusesSecret ? { token_generation: before.token_generation + 1 } : {}),
    // A new address has not failed yet.
    ...(after.webhook_uri === before.webhook_uri
      ? {}
      : { webhook_failing_since: null, webhook_disabled_at: null }),
    ...searchColumns(after.name, before.key),
    limits: JSON.stringify(after.limits),
    settings: JSON.stringify(after.settings),
    public_keys: JSON.stringify(after.public_keys),
    user_fields_schema: schema === null ? null : JSON.stringify(schema),
    enabled_webhook_events: JSON.stringify(after.enabled_webhook_events),
    alert_delivery_settings: JSON.stringify(after.alert_delivery_settings),
    revision: before.revision + 1,
  }
}

/**
 * Changes the members that the body names. An empty body changes nothing.
 * @throws not_found, precondition_failed, access_denied, conflict, invalid_request
 */
export async function updateOrgWorkspace(
  context: RequestContext,
  request: Request,
): Promise<Tagged<Workspace>> {
  const { params, body } = request
  await checkPublicKeys(body)
  const published = await fetchPublishedKeys(context, request)
  const { id } = params
  const isRead = Object.keys(body).length === 0
  const allowed = { readOnly: isRead || body.isReadOnly === false, archived: isRead }
  const write = { operation: 'updateOrgWorkspace', resource: workspaces, id, allowed } as const

  const row = await writing(context, write, async (transaction, before) => {
    if (isRead) return { result: before }
    const unchanged = applyUpdate(before, {})
    const after = applyUpdate(before, body)
    assertNotLockedOut(unchanged, after, published)
    const changes = changesBetween(unchanged, after)
    if (changes.length === 0) return { result: before }

    await endTokensOfWithdrawnKeys(transaction, before.id, before, after)
    const result = await transaction
      .updateTable('workspaces')
      .set({ ...updatedColumns(before, after, changes), updated_at: context.clock() })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const changed = changes.map(({ path }) => path)
    const data = { workspaceId: before.id, name: after.name, changed, by: context.caller.name }
    return {
      result,
      entries: [{ ...workspaceEntry(result), changes }],
      events: [{ workspaceId: before.id, eventType: 'workspace.updated', data }],
      recipient: result,
    }
  })
  return { response: await workspaceRecord(context, row), etag: etagOf(row) }
}
