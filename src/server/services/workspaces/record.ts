import { limitFacts, limitNames, limitsHiddenOnRestore, type Limits } from '@/contract/limits'
import {
  settingNames,
  settingsShownOnRestore,
  type Workspace,
  type WorkspaceSummary,
  type WorkspaceWithState,
} from '@/contract/workspaces'
import { holdsSecret } from '@/server/core/access/authorize'
import type { RequestContext } from '@/server/core/context'
import { unexpired } from '@/server/core/secrets/previous-secrets'
import type { WorkspaceRow } from '@/server/store/schema'

/** Returns every limit with its unit and default, and the value of the workspace if it has one. */
function limitsOf(stored: Limits): Limits {
  const shown: Limits = {}
  for (const name of limitNames) {
    const { unit, defaultValue } = limitFacts(name)
    shown[name] = { unit, defaultValue, ...stored[name] }
  }
  return shown
}

function settingsOf(stored: Record<string, boolean>): Record<string, boolean> {
  return Object.fromEntries(settingNames.map((name) => [name, stored[name] ?? false]))
}

/** Returns the record (2.1), without the secret for a token that the server issued. */
export async function workspaceRecord(
  context: RequestContext,
  row: WorkspaceRow,
): Promise<Workspace> {
  return {
    id: row.id,
    name: row.name,
    orgId: row.org_id,
    key: row.key,
    ...(holdsSecret(context) ? { secret: await context.secretBox.open(row.encrypted_secret) } : {}),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    featureFlags: row.feature_flags,
    logoUri: row.logo_uri ?? undefined,
    serviceInstanceId: row.service_instance_id ?? undefined,
    operatorLimits: row.operator_limits,
    operatorLimitsSyncedAt: row.operator_limits_synced_at?.toISOString(),
    operatorLimitsSyncError: row.operator_limits_sync_error ?? undefined,
    limits: limitsOf(row.limits),
    settings: settingsOf(row.settings),
    publicKeys: row.public_keys,
    userFieldsSchema: row.user_fields_schema,
    webhookUri: row.webhook_uri ?? undefined,
    enabledWebhookEvents: row.enabled_webhook_events,
    alertDeliverySettings: row.alert_delivery_settings,
    jwksUri: row.jwks_uri,
    type: row.type,
    isReadOnly: row.is_read_only,
  }
}

/**
 * Returns the record with its state: whether it is archived, its alert settings, and what is
 * pending or expires.
 */
export async function workspaceWithState(
  context: RequestContext,
  row: WorkspaceRow,
): Promise<WorkspaceWithState> {
  const record = await workspaceRecord(context, row)
  const previous = unexpired(row.previous_secrets, context.clock())
  return {
    ...record,
    archivedAt: row.archived_at?.toISOString(),
    alertSettings: row.alert_settings,
    operatorLimitsMirrorPending: row.operator_limits_mirror_due === null ? undefined : true,
    previousSecretsUntil: previous.length === 0 ? undefined : previous.map(({ until }) => until),
  }
}

/**
 * Returns the record as the restore response shows it: without some limits and settings (2.2, 2.3).
 */
export function shownOnRestore(record: Workspace): Workspace {
  const hidden: readonly string[] = limitsHiddenOnRestore
  const withoutHidden = (limits: Limits = {}) =>
    Object.fromEntries(Object.entries(limits).filter(([name]) => !hidden.includes(name)))
  return {
    ...record,
    limits: withoutHidden(record.limits),
    operatorLimits: withoutHidden(record.operatorLimits),
    settings: Object.fromEntries(
      settingsShownOnRestore.map((name) => [name, record.settings?.[name] ?? false]),
    ),
  }
}

export const workspaceSummaryColumns = [
  'id',
  'name',
  'org_id',
  'key',
  'logo_uri',
  'type',
  'is_read_only',
  'created_at',
  'updated_at',
  'archived_at',
] as const satisfies readonly (keyof WorkspaceRow)[]

/** Converts a row to a workspace as lists show it, without limits, settings and keys. */
export function workspaceSummary(
  row: Pick<WorkspaceRow, (typeof workspaceSummaryColumns)[number]>,
): WorkspaceSummary {
  return {
    id: row.id,
    name: row.name,
    orgId: row.org_id,
    key: row.key,
    logoUri: row.logo_uri ?? undefined,
    type: row.type,
    isReadOnly: row.is_read_only,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    archivedAt: row.archived_at?.toISOString(),
  }
}
