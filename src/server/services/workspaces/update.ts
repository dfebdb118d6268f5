import { dequal } from 'dequal'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Workspace } from '../../../contract/workspaces'
import { audit, type Change } from '../../core/audit'
import type { RequestContext } from '../../core/context'
import { accessDenied, invalidRequest, ServiceError } from '../../core/service-error'
import { searchColumns } from '../../search/search-text'
import { readPublicKey, UnusableKey } from '../tokens/public-key'
import { emitEvents } from '../../notifications/emit-events'
import { checkPrecondition, findWorkspace } from '../../core/find-workspace'
import { findPublishedKeys, assertNotLockedOut, type PublishedKeys } from './lock-out'
import { workspaceRecord } from './record'
import { etagOf, type Tagged } from '../../core/etag'
import type { WorkspaceRow } from '../../store/schema'

type Request = ParsedRequestOf<Operations['updateOrgWorkspace']>
type Update = Request['body']
/** The change after which the secret signs no token. */
const disablesSecret = 'settings.disableSecretKeyAuth'

type Editable = ReturnType<typeof applied>

/** The editable part of the row as the update leaves it: limits and settings merge by member, all else is replaced. */
function applied(row: WorkspaceRow, update: Update) {
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

export function changesByMember(
  path: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Change[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .filter((name) => !dequal(before[name], after[name]))
    .map((name) => ({ path: `${path}.${name}`, before: before[name], after: after[name] }))
}

/** What differs between two states of a workspace, by the names of the specification. */
function changesBetween(before: Editable, after: Editable): Change[] {
  const whole = [
    ['name', before.name, after.name],
    ['logoUri', before.logo_uri, after.logo_uri],
    ['publicKeys', before.public_keys, after.public_keys],
    ['userFieldsSchema', before.user_fields_schema, after.user_fields_schema],
    ['webhookUri', before.webhook_uri, after.webhook_uri],
    ['enabledWebhookEvents', before.enabled_webhook_events, after.enabled_webhook_events],
    ['jwksUri', before.jwks_uri, after.jwks_uri],
    ['type', before.type, after.type],
    ['isReadOnly', before.is_read_only, after.is_read_only],
  ] as const
  return [
    ...whole
      .filter(([, old, fresh]) => !dequal(old, fresh))
      .map(([path, old, fresh]) => ({ path, before: old, after: fresh })),
    ...changesByMember('limits', before.limits, after.limits),
    ...changesByMember('settings', before.settings, after.settings),
    ...changesByMember(
      'alertDeliverySettings.alertTypes',
      before.alert_delivery_settings.alertTypes,
      after.alert_delivery_settings.alertTypes,
    ),
  ]
}

/** @throws invalid_request naming every key that is private, weak or no key at all */
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

function assertEditable(row: WorkspaceRow, update: Update): void {
  if (row.archived_at !== null)
    throw new ServiceError('conflict', 'This workspace is archived: restore it before changing it')
  if (row.is_read_only && update.isReadOnly !== false) {
    throw accessDenied(
      'This workspace is read-only: set isReadOnly to false before changing anything in it',
    )
  }
}

/** Looks at the JWKS URI where the update makes it the only way to sign in. Outside of the transaction: an address may take its time. */
async function publishedKeysFor(
  context: RequestContext,
  { params, body }: Request,
): Promise<PublishedKeys | undefined> {
  const touchesSignIn =
    body.settings?.disableSecretKeyAuth !== undefined ||
    body.publicKeys !== undefined ||
    body.jwksUri !== undefined
  if (!touchesSignIn) return undefined
  const row = await findWorkspace(context, context.database, params.id)
  return findPublishedKeys(context, applied(row, {}), applied(row, body))
}

/**
 * Changes what the body names; an empty one changes nothing.
 * @throws not_found, precondition_failed, access_denied, conflict, invalid_request
 */
export async function updateOrgWorkspace(
  context: RequestContext,
  request: Request,
): Promise<Tagged<Workspace>> {
  const { params, body } = request
  await checkPublicKeys(body)
  const published = await publishedKeysFor(context, request)

  const row = await context.database.transaction().execute(async (transaction) => {
    const before = await findWorkspace(context, transaction, params.id, { forUpdate: true })
    checkPrecondition(context, before)
    if (Object.keys(body).length === 0) return before

    const after = applied(before, body)
    assertEditable(before, body)
    assertNotLockedOut(applied(before, {}), after, published)
    const changes = changesBetween(applied(before, {}), after)
    if (changes.length === 0) return before

    await audit(context, transaction, {
      operation: 'updateOrgWorkspace',
      workspaceId: before.id,
      subject: { type: 'workspace', id: before.id, name: after.name },
      changes,
    })
    const row = await transaction
      .updateTable('workspaces')
      .set({
        ...after,
        // Who holds the secret may have had tokens issued.
        ...(changes.some(({ path, after: value }) => path === disablesSecret && value === true)
          ? { token_generation: before.token_generation + 1 }
          : {}),
        // Another address has not failed yet.
        ...(after.webhook_uri === before.webhook_uri
          ? {}
          : { webhook_failing_since: null, webhook_disabled_at: null }),
        ...searchColumns(after.name, before.key),
        limits: JSON.stringify(after.limits),
        settings: JSON.stringify(after.settings),
        public_keys: JSON.stringify(after.public_keys),
        user_fields_schema:
          after.user_fields_schema === null ? null : JSON.stringify(after.user_fields_schema),
        enabled_webhook_events: JSON.stringify(after.enabled_webhook_events),
        alert_delivery_settings: JSON.stringify(after.alert_delivery_settings),
        revision: before.revision + 1,
        updated_at: context.clock(),
      })
      .where('id', '=', before.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await emitEvents(context, transaction, { workspaceId: before.id, workspace: row }, [
      {
        eventType: 'workspace.updated',
        data: {
          workspaceId: before.id,
          name: after.name,
          changed: changes.map(({ path }) => path),
          by: context.caller.name,
        },
      },
    ])
    return row
  })
  return { response: await workspaceRecord(context, row), etag: etagOf(row) }
}
