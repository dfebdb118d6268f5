import { sql, type Kysely } from 'kysely'

/** Creates the tables of limit meters, usage per minute, alerts and mutes. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  // Unlogged, because it is written with each request and needed only for the length of a window.
  `create unlogged table limit_meters (
    subject uuid not null,
    limit_name text not null,
    slots jsonb not null default '{}',
    primary key (subject, limit_name)
  ) with (fillfactor = 50)`,

  // spread: attempts by second of the minute for limits per second, by level for parallel limits.
  `create table usage_minutes (
    workspace_id uuid not null references workspaces (id),
    limit_name text not null,
    minute timestamptz not null,
    used integer not null,
    refused integer not null,
    peak integer not null,
    spread jsonb not null default '{}',
    primary key (workspace_id, limit_name, minute)
  )`,
  `create index usage_minutes_by_age on usage_minutes (minute)`,

  `create table alerts (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id),
    key text not null,
    type text not null,
    severity text not null check (severity in ('warning', 'critical')),
    status text not null default 'ongoing' check (status in ('ongoing', 'resolved')),
    description text not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    last_seen_at timestamptz not null,
    resolved_at timestamptz
  )`,
  `create index alerts_by_workspace on alerts (workspace_id, id)`,
  // At most one ongoing alert of a type in a workspace.
  `create unique index alerts_ongoing on alerts (workspace_id, type) where status = 'ongoing'`,

  // When to mirror the operator limits to the owning instance next; null if there is nothing to do.
  `alter table workspaces
    add column operator_limits_mirror_due timestamptz,
    add column operator_limits_mirror_attempts integer not null default 0`,
  `create index workspaces_to_mirror on workspaces (operator_limits_mirror_due)
    where operator_limits_mirror_due is not null`,

  `create table alert_mutes (
    workspace_id uuid not null references workspaces (id),
    type text not null,
    muted_until timestamptz not null,
    primary key (workspace_id, type)
  )`,
]
