import type { z } from 'zod'
import {
  limitFacts,
  limitNames,
  limitsHiddenOnRestore,
  type Limits,
} from '../../../contract/limits'
import {
  settingNames,
  settingsShownOnRestore,
  type Workspace,
  type workspaceWithStateSchema,
  type WorkspaceSummary,
} from '../../../contract/workspaces'
import type { WorkspaceRow } from '../../store/schema'
import { holdsSecret } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { unexpired } from '../../core/previous-secrets'

export type WorkspaceWithState = z.infer<typeof workspaceWithStateSchema>

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
    ...(row.logo_uri === null ? {} : { logoUri: row.logo_uri }),
    ...(row.service_instance_id === null ? {} : { serviceInstanceId: row.service_instance_id }),
    operatorLimits: row.operator_limits,
    ...(row.operator_limits_synced_at === null
      ? {}
      : { operatorLimitsSyncedAt: row.operator_limits_synced_at.toISOString() }),
    ...(row.operator_limits_sync_error === null
      ? {}
      : { operatorLimitsSyncError: row.operator_limits_sync_error }),
    limits: limitsOf(row.limits),
    settings: settingsOf(row.settings),
    publicKeys: row.public_keys,
    userFieldsSchema: row.user_fields_schema,
    ...(row.webhook_uri === null ? {} : { webhookUri: row.webhook_uri }),
    enabledWebhookEvents: row.enabled_webhook_events,
    alertDeliverySettings: row.alert_delivery_settings,
    jwksUri: row.jwks_uri,
    type: row.type,
    isReadOnly: row.is_read_only,
  }
}

export async function workspaceWithState(
  context: RequestContext,
  row: WorkspaceRow,
): Promise<WorkspaceWithState> {
  const record = await workspaceRecord(context, row)
  const previous = unexpired(row.previous_secrets, context.clock())
  return {
    ...record,
    ...(row.archived_at === null ? {} : { archivedAt: row.archived_at.toISOString() }),
    ...(row.operator_limits_mirror_due === null ? {} : { operatorLimitsMirrorPending: true }),
    ...(previous.length === 0 ? {} : { previousSecretsUntil: previous.map(({ until }) => until) }),
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

export function workspaceSummary(row: WorkspaceRow): WorkspaceSummary {
  return {
    id: row.id,
    name: row.name,
    orgId: row.org_id,
    key: row.key,
    ...(row.logo_uri === null ? {} : { logoUri: row.logo_uri }),
    type: row.type,
    isReadOnly: row.is_read_only,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    ...(row.archived_at === null ? {} : { archivedAt: row.archived_at.toISOString() }),
  }
}
