import type { ColumnType, JSONColumnType, Selectable } from 'kysely'
import type { AlertDelivery, AlertSeverity, AlertStatus } from '../../contract/alerts'
import type { DeliveryStatus } from '../../contract/deliveries'
import type { ResponseStatus } from '../../contract/errors'
import type { Outcome } from '../../contract/history'
import type { Limits } from '../../contract/limits'
import type { TokenKind } from '../../contract/tokens'
import type { WorkspaceType } from '../../contract/workspaces'

type Json<Value> = ColumnType<Value, string, string>
type Document = JSONColumnType<Record<string, unknown>>
type Timestamp = ColumnType<Date, Date, Date>
type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>

interface OrganizationsTable {
  id: string
  name: string
  created_at: Timestamp
}

/** A secret that was rotated out and is valid until `until`, ISO 8601 in UTC. */
export interface PreviousSecret {
  encryptedSecret: string
  until: string
}

export interface WorkspacesTable {
  id: string
  org_id: string
  key: string
  name: string
  encrypted_secret: string
  /** Secrets that were rotated out and still verify tokens, oldest first. */
  previous_secrets: ColumnType<PreviousSecret[], string | undefined, string>
  /** Part of every token issued for the workspace; raising it invalidates all of them. */
  token_generation: ColumnType<number, number | undefined, number>
  logo_uri: string | null
  type: ColumnType<WorkspaceType, WorkspaceType | undefined, WorkspaceType>
  is_read_only: ColumnType<boolean, boolean | undefined, boolean>
  feature_flags: ColumnType<string[], string | undefined, string>
  service_instance_id: string | null
  limits: ColumnType<Limits, string | undefined, string>
  operator_limits: ColumnType<Limits, string | undefined, string>
  operator_limits_synced_at: NullableTimestamp
  operator_limits_sync_error: string | null
  operator_limits_mirror_due: NullableTimestamp
  operator_limits_mirror_attempts: ColumnType<number, number | undefined, number>
  encrypted_webhook_secret: ColumnType<string | null, string | null | undefined, string | null>
  /**
   * Secrets that were rotated out and still sign, oldest first. The next rotation drops expired
   * ones.
   */
  previous_webhook_secrets: ColumnType<PreviousSecret[], string | undefined, string>
  webhook_failing_since: NullableTimestamp
  webhook_disabled_at: NullableTimestamp
  settings: ColumnType<Record<string, boolean>, string | undefined, string>
  public_keys: ColumnType<{ name: string; publicKey: string }[], string | undefined, string>
  /** SQL null if it was never set. */
  user_fields_schema: ColumnType<unknown, string | null | undefined, string | null>
  webhook_uri: string | null
  enabled_webhook_events: ColumnType<string[], string | undefined, string>
  alert_delivery_settings: ColumnType<
    { alertTypes: Record<string, AlertDelivery> },
    string | undefined,
    string
  >
  jwks_uri: string | null
  /** Counts the writes; the ETag is derived from it. */
  revision: ColumnType<number, number | undefined, number>
  search_name: string
  search_key: string
  created_at: Timestamp
  updated_at: Timestamp
  archived_at: NullableTimestamp
}

export type WorkspaceRow = Selectable<WorkspacesTable>

export interface TenantsTable {
  id: string
  workspace_id: string
  key: string
  name: string | null
  fields: ColumnType<Record<string, unknown>, string | undefined, string>
  created_at: Timestamp
}

export interface AppsTable {
  id: string
  uuid: string
  /** Null for an app of the public catalog. */
  workspace_id: string | null
  key: string
  name: string
  categories: ColumnType<string[], string[] | undefined, string[]>
  logo_uri: string | null
  app_uri: string | null
  is_read_only: ColumnType<boolean, boolean | undefined, boolean>
  search_name: string
  search_key: string
  created_at: Timestamp
  updated_at: Timestamp
  archived_at: NullableTimestamp
}

/**
 * The distinct words of app names and keys. They are never deleted: a stale term matches no app.
 */
interface SearchTermsTable {
  term: string
}

export interface ConnectorsTable {
  id: string
  uuid: string
  workspace_id: string
  key: string
  name: string
  external_app_id: string | null
  specification: Document
  is_read_only: ColumnType<boolean, boolean | undefined, boolean>
  published_version: string | null
  search_name: string
  search_key: string
  created_at: Timestamp
  updated_at: Timestamp
  archived_at: NullableTimestamp
}

export interface ConnectorVersionsTable {
  id: string
  connector_id: string
  version: string
  changelog: string
  specification: Document
  created_at: Timestamp
}

export interface ConnectionsTable {
  id: string
  workspace_id: string
  tenant_id: string | null
  connector_id: string | null
  external_app_id: string | null
  key: string | null
  name: string
  type: ColumnType<'connector' | 'mcp', 'connector' | 'mcp' | undefined, 'connector' | 'mcp'>
  meta: ColumnType<Record<string, unknown>, string | undefined, string>
  auth_option_key: string | null
  oauth_client_id: string | null
  encrypted_credentials: string | null
  connector_parameters: ColumnType<Record<string, unknown>, string | undefined, string>
  is_test: ColumnType<boolean, boolean | undefined, boolean>
  disconnected: ColumnType<boolean, boolean | undefined, boolean>
  search_name: string
  search_key: string
  created_at: Timestamp
  updated_at: Timestamp
  archived_at: NullableTimestamp
}

export interface ActionsTable {
  id: string
  workspace_id: string
  key: string | null
  name: string
  type: string | null
  document: Document
  search_name: string
  search_key: string
  created_at: Timestamp
  updated_at: Timestamp
  archived_at: NullableTimestamp
}

interface IdempotentRequestsTable {
  caller: string
  key: string
  fingerprint: string
  status: ResponseStatus | null
  /** Sealed, since responses can hold secrets. */
  sealed_body: string | null
  /** Whether the request took effect, even if its response was lost. */
  took_effect: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Timestamp
}

export interface ArchiveBatchesTable {
  id: string
  /** Null for a batch of an operator. */
  workspace_id: string | null
  actor: string
  created_at: Timestamp
  restored_at: NullableTimestamp
}

interface ArchiveBatchAppsTable {
  batch_id: string
  app_id: string
}

export interface AuditEventsTable {
  id: string
  workspace_id: string | null
  operation: string
  subject_type: string
  subject_id: string
  subject_name: string | null
  actor: Document
  request_id: string | null
  address: ColumnType<string | null, string | null | undefined, string | null>
  outcome: ColumnType<Outcome, Outcome | undefined, Outcome>
  error: ColumnType<
    { key: string; message: string } | null,
    string | null | undefined,
    string | null
  >
  changes: Json<{ path: string; before?: unknown; after?: unknown }[]>
  created_at: Timestamp
}

interface LimitMetersTable {
  subject: string
  limit_name: string
  /** The amount counted in each step of the window. */
  slots: ColumnType<Record<string, number>, string | undefined, string>
  /** The amount that each server may accept before it reports, and the expiry (epoch ms). */
  leases: ColumnType<Record<string, { amount: number; until: number }>, string | undefined, string>
}

export interface UsageMinutesTable {
  workspace_id: string
  limit_name: string
  minute: Timestamp
  used: number
  refused: number
  peak: number
  spread: ColumnType<Record<string, number>, string, string>
}

export interface AlertsTable {
  id: string
  workspace_id: string
  key: string
  type: string
  severity: AlertSeverity
  status: ColumnType<AlertStatus, AlertStatus | undefined, AlertStatus>
  description: string
  created_at: Timestamp
  updated_at: Timestamp
  last_seen_at: Timestamp
  resolved_at: NullableTimestamp
  /** Null if no channel was notified. */
  notified_at: NullableTimestamp
  /** The highest severity that a channel was notified of. */
  notified_severity: ColumnType<
    AlertSeverity | null,
    AlertSeverity | null | undefined,
    AlertSeverity | null
  >
}

interface AlertMutesTable {
  workspace_id: string
  type: string
  muted_until: Timestamp
}

export interface WebhookDeliveriesTable {
  id: string
  workspace_id: string
  event_type: string
  /** The alert that the delivery is about. */
  alert_id: ColumnType<string | null, string | null | undefined, never>
  body: string
  status: ColumnType<DeliveryStatus, DeliveryStatus | undefined, DeliveryStatus>
  attempts: ColumnType<number, number | undefined, number>
  next_attempt_at: NullableTimestamp
  is_leased: ColumnType<boolean, boolean | undefined, boolean>
  created_at: Timestamp
  finished_at: NullableTimestamp
}

export interface DeliveryAttemptsTable {
  id: string
  delivery_id: string
  uri: string
  started_at: Timestamp
  milliseconds: number
  status_code: number | null
  error: string | null
  response_excerpt: string | null
}

export interface EmailsTable {
  id: string
  workspace_id: string
  subject: string
  body_text: string
  body_html: string
  /** Those who have not got it; null for all. */
  recipients: ColumnType<string[] | null, string | null | undefined, string | null>
  status: ColumnType<
    'pending' | 'delivered' | 'failed',
    'pending' | undefined,
    'pending' | 'delivered' | 'failed'
  >
  attempts: ColumnType<number, number | undefined, number>
  next_attempt_at: NullableTimestamp
  error: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Timestamp
}

interface DemoReceivedTable {
  id: string
  workspace_id: string
  webhook_id: string
  body: string
  received_at: Timestamp
}

/** How the owner of a personal token signed in. */
export interface TokenOwner {
  signedBy: 'secret' | 'publicKey' | 'jwks' | 'provider'
  issuer?: string | undefined
  subject?: string | undefined
  keyId?: string | undefined
}

export interface IssuedTokensTable {
  id: string
  workspace_id: string
  name: string
  role: 'admin' | 'reader' | 'tenant'
  kind: ColumnType<TokenKind, TokenKind | undefined, TokenKind>
  tenant_key: string | null
  created_by: string
  /** Null unless the token is personal. */
  owner: ColumnType<TokenOwner | null, string | null | undefined, string | null>
  /** When the owner, a user of the identity provider, last had a role in the workspace. */
  owner_seen_at: NullableTimestamp
  /** The token generation of the workspace when the token was issued. */
  token_generation: number
  created_at: Timestamp
  /** The time of the last use, to within a minute. */
  last_used_at: NullableTimestamp
  expires_at: Timestamp
}

export interface Tables {
  organizations: OrganizationsTable
  workspaces: WorkspacesTable
  tenants: TenantsTable
  apps: AppsTable
  search_terms: SearchTermsTable
  connectors: ConnectorsTable
  connector_versions: ConnectorVersionsTable
  connections: ConnectionsTable
  actions: ActionsTable
  idempotent_requests: IdempotentRequestsTable
  archive_batches: ArchiveBatchesTable
  archive_batch_apps: ArchiveBatchAppsTable
  audit_events: AuditEventsTable
  limit_meters: LimitMetersTable
  usage_minutes: UsageMinutesTable
  alerts: AlertsTable
  alert_mutes: AlertMutesTable
  webhook_deliveries: WebhookDeliveriesTable
  delivery_attempts: DeliveryAttemptsTable
  emails: EmailsTable
  demo_received: DemoReceivedTable
  issued_tokens: IssuedTokensTable
}
