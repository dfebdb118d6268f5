import type { RecordedChange } from '@/contract/history'
import type { LimitEntry } from '@/contract/limits'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { refusesSecret } from '@/server/authentication/verify-by-secret'
import { changedMembers, changesByMember, hasSameText } from '@/server/core/writes/changed-members'
import { searchColumns } from '@/server/search/search-text'
import type { WorkspaceRow } from '@/server/store/schema'

type Update = ParsedRequestOf<Operations['updateOrgWorkspace']>['body']

type Editable = ReturnType<typeof applyUpdate>

const isUnsetLimit = ({ value, defaultValue }: LimitEntry) =>
  value === undefined && defaultValue === undefined

/** Leaves out members that are not stored yet and say what applies without them anyway. */
function withoutUnset<Value>(
  sent: Readonly<Record<string, Value>> = {},
  stored: object,
  isUnset: (value: Value) => boolean,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => Object.hasOwn(stored, name) || !isUnset(value)),
  )
}

/**
 * Returns the editable columns as the update leaves them: limits and settings merge by member, all
 * others are replaced.
 */
export function applyUpdate(row: WorkspaceRow, update: Update) {
  const replaced = <Value>(sent: Value | undefined, stored: Value): Value =>
    sent === undefined ? stored : sent
  const cleared = (sent: string | undefined, stored: string | null) =>
    sent === '' ? null : replaced(sent, stored)
  return {
    name: replaced(update.name, row.name),
    logo_uri: cleared(update.logoUri, row.logo_uri),
    limits: { ...row.limits, ...withoutUnset(update.limits, row.limits, isUnsetLimit) },
    settings: { ...row.settings, ...withoutUnset(update.settings, row.settings, (on) => !on) },
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
export function changesBetween(before: Editable, after: Editable): RecordedChange[] {
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

/** Returns the columns to write, and what follows from the changes. */
export function updatedColumns(before: WorkspaceRow, after: Editable) {
  const { user_fields_schema: schema } = after
  return {
    ...after,
    // Whoever holds the secret may have had tokens issued.
    ...(refusesSecret(after) && !refusesSecret(before)
      ? { token_generation: before.token_generation + 1 }
      : {}),
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
  }
}
