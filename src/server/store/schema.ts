import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely'
import type { AlertDelivery, AlertSettings, AlertSeverity, AlertStatus } from '@/contract/alerts'
import type { DeliveryStatus } from '@/contract/deliveries'
import type { ResponseStatus } from '@/contract/errors'
import type { Credential, Outcome, RecordedChange } from '@/contract/history'
import type { Limits } from '@/contract/limits'
import type { TokenKind } from '@/contract/tokens'
import type { WorkspaceType } from '@/contract/workspaces'

type Json<Value> = ColumnType<Value, string, string>
/** JSON of a column that has a default. */
type GeneratedJson<Value> = ColumnType<Value, string | undefined, string>
type NullableJson<Value> = ColumnType<Value | null, string | null, string | null>
type Document = JSONColumnType<Record<string, unknown>>

interface OrganizationsTable {
  id: string
  name: string
  created_at: Date
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
  previous_secrets: GeneratedJson<PreviousSecret[]>
  /** Part of every token issued for the workspace; raising it invalidates all of them. */
  token_generation: Generated<number>
  logo_uri: string | null
  type: Generated<WorkspaceType>
  is_read_only: Generated<boolean>
  feature_flags: GeneratedJson<string[]>
  service_instance_id: string | null
  limits: GeneratedJson<Limits>
  operator_limits: GeneratedJson<Limits>
  operator_limits_synced_at: Date | null
  operator_limits_sync_error: string | null
  operator_limits_mirror_due: Date | null
  operator_limits_mirror_attempts: Generated<number>
  encrypted_webhook_secret: string | null
  /**
   * Secrets that were rotated out and still sign, oldest first. The next rotation drops expired
   * ones.
   */
  previous_webhook_secrets: GeneratedJson<PreviousSecret[]>
  webhook_failing_since: Date | null
  webhook_disabled_at: Date | null
  settings: GeneratedJson<Record<string, boolean>>
  public_keys: GeneratedJson<{ name: string; publicKey: string }[]>
  /** SQL null if it was never set. */
  user_fields_schema: NullableJson<unknown>
  webhook_uri: string | null
  enabled_webhook_events: GeneratedJson<string[]>
  alert_delivery_settings: GeneratedJson<{ alertTypes: Record<string, AlertDelivery> }>
  alert_settings: GeneratedJson<AlertSettings>
  jwks_uri: string | null
  /** Counts the writes; the ETag is derived from it. */
  revision: Generated<number>
  search_name: string
  search_key: string
  created_at: Date
  updated_at: Date
  archived_at: Date | null
}

export type WorkspaceRow = Selectable<WorkspacesTable>

export interface TenantsTable {
  id: string
  workspace_id: string
  key: string
  name: string | null
  fields: GeneratedJson<Record<string, unknown>>
  created_at: Date
}

export interface AppsTable {
  id: string
  uuid: string
  /** Null for an app of the public catalog. */
  workspace_id: string | null
  key: string
  name: string
  categories: Generated<string[]>
  logo_uri: string | null
  app_uri: string | null
  is_read_only: Generated<boolean>
  search_name: string
  search_key: string
  created_at: Date
  updated_at: Date
  archived_at: Date | null
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
  /** What the catalog shows of the specification. The types include those of its options. */
  auth_types: GeneratedAlways<string[]>
  categories: GeneratedAlways<string[] | null>
  logo_uri: GeneratedAlways<string | null>
  is_read_only: Generated<boolean>
  published_version: string | null
  search_name: string
  search_key: string
  created_at: Date
  updated_at: Date
  archived_at: Date | null
}

export interface ConnectorVersionsTable {
  id: string
  connector_id: string
  version: string
  changelog: string
  specification: Document
  /** Null if a server of an earlier version published it; the connector's name applies then. */
  name: string | null
  external_app_id: string | null
  created_at: Date
}

export interface ConnectionsTable {
  id: string
  workspace_id: string
  tenant_id: string | null
  connector_id: string | null
  external_app_id: string | null
  key: string | null
  name: string
  type: Generated<'connector' | 'mcp'>
  meta: GeneratedJson<Record<string, unknown>>
  auth_option_key: string | null
  oauth_client_id: string | null
  encrypted_credentials: string | null
  connector_parameters: GeneratedJson<Record<string, unknown>>
  is_test: Generated<boolean>
  disconnected: Generated<boolean>
  search_name: string
  search_key: string
  created_at: Date
  updated_at: Date
  archived_at: Date | null
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
  created_at: Date
  updated_at: Date
  archived_at: Date | null
}

interface IdempotentRequestsTable {
  caller: string
  key: string
  fingerprint: string
  status: ResponseStatus | null
  /** Sealed, since responses can hold secrets. */
  sealed_body: string | null
  /** Whether the request took effect, even if its response was lost. */
  took_effect: Generated<boolean>
  created_at: Date
}

export interface ArchiveBatchesTable {
  id: string
  /** Null for a batch of an operator. */
  workspace_id: string | null
  actor: string
  created_at: Date
  restored_at: Date | null
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
  address: string | null
  /** Why the change was made, if its author said so. */
  reason: string | null
  outcome: Generated<Outcome>
  error: NullableJson<{ key: string; message: string }>
  changes: Json<RecordedChange[]>
  created_at: Date
}

interface LimitMetersTable {
  subject: string
  limit_name: string
  /** The amount counted in each step of the window. */
  slots: GeneratedJson<Record<string, number>>
  /** The amount that each server may accept before it reports, and the expiry (epoch ms). */
  leases: GeneratedJson<Record<string, { amount: number; until: number }>>
}

export interface UsageMinutesTable {
  workspace_id: string
  limit_name: string
  minute: Date
  used: number
  refused: number
  peak: number
  spread: Json<Record<string, number>>
}

export interface TenantUsageHoursTable {
  workspace_id: string
  limit_name: string
  hour: Date
  tenant_id: string
  used: number
  refused: number
  peak: number
}

export interface AlertsTable {
  id: string
  workspace_id: string
  key: string
  type: string
  severity: AlertSeverity
  status: Generated<AlertStatus>
  description: string
  created_at: Date
  updated_at: Date
  last_seen_at: Date
  resolved_at: Date | null
  /** Null if no channel was notified. */
  notified_at: Date | null
  /** The highest severity that a channel was notified of. */
  notified_severity: AlertSeverity | null
}

interface AlertMutesTable {
  workspace_id: string
  type: string
  muted_until: Date
}

export interface WebhookDeliveriesTable {
  id: string
  workspace_id: string
  event_type: string
  /** The alert that the delivery is about. */
  alert_id: ColumnType<string | null, string | null, never>
  body: string
  status: Generated<DeliveryStatus>
  attempts: Generated<number>
  next_attempt_at: Date | null
  is_leased: Generated<boolean>
  created_at: Date
  finished_at: Date | null
}

export interface DeliveryAttemptsTable {
  id: string
  delivery_id: string
  uri: string
  started_at: Date
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
  /** The recipients it has not reached yet; null for all. */
  recipients: NullableJson<string[]>
  status: ColumnType<
    'pending' | 'delivered' | 'failed',
    'pending' | undefined,
    'pending' | 'delivered' | 'failed'
  >
  attempts: Generated<number>
  next_attempt_at: Date | null
  error: string | null
  created_at: Date
}

interface DemoReceivedTable {
  id: string
  workspace_id: string
  webhook_id: string
  body: string
  received_at: Date
}

/** How the owner of a personal token signed in. */
export type TokenOwner = Pick<Credential, 'issuer' | 'subject' | 'keyId'> & {
  signedBy: Exclude<Credential['signedBy'], 'server'>
}

export interface IssuedTokensTable {
  id: string
  workspace_id: string
  name: string
  role: 'admin' | 'reader' | 'tenant'
  kind: Generated<TokenKind>
  tenant_key: string | null
  created_by: string
  /** Null unless the token is personal. */
  owner: NullableJson<TokenOwner>
  /** When the owner, a user of the identity provider, last had a role in the workspace. */
  owner_seen_at: Date | null
  /** The token generation of the workspace when the token was issued. */
  token_generation: number
  created_at: Date
  /** The time of the last use, to within a minute. */
  last_used_at: Date | null
  expires_at: Date
}

/** When a registered key of a workspace last verified a token. */
export interface PublicKeyUsesTable {
  workspace_id: string
  /** The SHA-256 digest of the key as it is registered, in base64url. */
  digest: string
  /** To within a minute. */
  last_used_at: Date
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
  tenant_usage_hours: TenantUsageHoursTable
  alerts: AlertsTable
  alert_mutes: AlertMutesTable
  webhook_deliveries: WebhookDeliveriesTable
  delivery_attempts: DeliveryAttemptsTable
  emails: EmailsTable
  demo_received: DemoReceivedTable
  issued_tokens: IssuedTokensTable
  public_key_uses: PublicKeyUsesTable
}
