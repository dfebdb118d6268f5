import { sql, type Kysely } from 'kysely'

/**
 * Creates the tables of workspaces and their resources, the public catalog, tenants, idempotent
 * requests and the audit log.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

// Documents that people write are json, which keeps the order of members; merged ones are jsonb.
// The search columns are name and key folded to lower case without accents. With the "C" collation
// one index serves both sorting and prefix search.
const statements = [
  `create extension if not exists pg_trgm`,

  `create table organizations (
    id uuid primary key,
    name text not null,
    created_at timestamptz not null
  )`,

  `create table workspaces (
    id uuid primary key,
    org_id uuid not null references organizations (id),
    key text not null unique,
    name text not null,
    encrypted_secret text not null,
    logo_uri text,
    type text not null default 'development' check (type in ('production', 'development')),
    is_read_only boolean not null default false,
    feature_flags jsonb not null default '[]',
    service_instance_id text,
    limits jsonb not null default '{}',
    operator_limits jsonb not null default '{}',
    operator_limits_synced_at timestamptz,
    operator_limits_sync_error text,
    settings jsonb not null default '{}',
    public_keys jsonb not null default '[]',
    user_fields_schema json,
    webhook_uri text,
    enabled_webhook_events jsonb not null default '[]',
    alert_delivery_settings jsonb not null default '{"alertTypes":{}}',
    jwks_uri text,
    revision integer not null default 1,
    search_name text collate "C" not null,
    search_key text collate "C" not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    archived_at timestamptz
  )`,
  `create index workspaces_by_name on workspaces (search_name, id)`,

  `create table tenants (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id),
    key text not null,
    name text,
    fields jsonb not null default '{}',
    created_at timestamptz not null,
    unique (workspace_id, key)
  )`,

  // Public apps have no workspace.
  `create table apps (
    id uuid primary key,
    uuid text not null unique,
    workspace_id uuid references workspaces (id),
    key text not null,
    name text not null,
    categories text[] not null default '{}',
    logo_uri text,
    app_uri text,
    is_read_only boolean not null default false,
    search_name text collate "C" not null,
    search_key text collate "C" not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    archived_at timestamptz
  )`,
  `create unique index apps_by_public_key on apps (key) where workspace_id is null`,
  `create unique index apps_by_workspace_key on apps (workspace_id, key)
    where workspace_id is not null`,
  `create index apps_by_search_name on apps (search_name, id)`,
  `create index apps_by_search_key on apps (search_key, id)`,
  `create index apps_by_category on apps using gin (categories)`,
  `create index apps_by_search_trigrams on apps
    using gin (search_name gin_trgm_ops, search_key gin_trgm_ops)`,

  `create table connectors (
    id uuid primary key,
    uuid text not null,
    workspace_id uuid not null references workspaces (id),
    key text not null,
    name text not null,
    external_app_id uuid references apps (id),
    specification json not null,
    is_read_only boolean not null default false,
    published_version text,
    search_name text collate "C" not null,
    search_key text collate "C" not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    archived_at timestamptz,
    unique (workspace_id, key),
    unique (workspace_id, uuid)
  )`,
  `create index connectors_by_name on connectors (workspace_id, search_name, id)`,

  `create table connector_versions (
    id uuid primary key,
    connector_id uuid not null references connectors (id),
    version text not null,
    changelog text not null,
    specification json not null,
    created_at timestamptz not null,
    unique (connector_id, version)
  )`,

  `create table connections (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id),
    tenant_id uuid references tenants (id),
    connector_id uuid references connectors (id),
    external_app_id uuid references apps (id),
    key text,
    name text not null,
    type text not null default 'connector' check (type in ('connector', 'mcp')),
    meta jsonb not null default '{}',
    auth_option_key text,
    oauth_client_id text,
    encrypted_credentials text,
    connector_parameters jsonb not null default '{}',
    is_test boolean not null default false,
    disconnected boolean not null default false,
    search_name text collate "C" not null,
    search_key text collate "C" not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    archived_at timestamptz,
    unique (workspace_id, key)
  )`,
  `create index connections_by_name on connections (workspace_id, search_name, id)`,
  `create index connections_by_app on connections (external_app_id)`,

  // The engine defines the members of an action, so they are stored as one document.
  `create table actions (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id),
    key text,
    name text not null,
    type text,
    document json not null,
    search_name text collate "C" not null,
    search_key text collate "C" not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    archived_at timestamptz,
    unique (workspace_id, key)
  )`,
  `create index actions_by_name on actions (workspace_id, search_name, id)`,

  // The response to a POST with an Idempotency-Key; without a status it is still in flight.
  `create table idempotent_requests (
    caller text not null,
    key text not null,
    fingerprint text not null,
    status integer,
    sealed_body text,
    created_at timestamptz not null,
    primary key (caller, key)
  )`,
  `create index idempotent_requests_by_age on idempotent_requests (created_at)`,

  // The apps of a bulk archive, so that they can be restored together.
  `create table archive_batches (
    id uuid primary key,
    workspace_id uuid references workspaces (id),
    actor text not null,
    created_at timestamptz not null,
    restored_at timestamptz
  )`,
  `create table archive_batch_apps (
    batch_id uuid not null references archive_batches (id),
    app_id uuid not null references apps (id),
    primary key (batch_id, app_id)
  )`,

  `create table audit_events (
    id uuid primary key,
    workspace_id uuid references workspaces (id),
    operation text not null,
    subject_type text not null,
    subject_id text not null,
    subject_name text,
    actor jsonb not null,
    request_id text,
    changes jsonb not null default '[]',
    created_at timestamptz not null
  )`,
  `create index audit_events_by_workspace on audit_events (workspace_id, id)`,
]
