import { sql, type Kysely } from 'kysely'

/**
 * Creates the tables of webhook deliveries, their attempts and e-mails. Pending rows are a queue.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database)
}

const statements = [
  `alter table workspaces
    add column encrypted_webhook_secret text,
    add column encrypted_previous_webhook_secret text,
    add column previous_webhook_secret_until timestamptz,
    add column webhook_failing_since timestamptz,
    add column webhook_switched_off_at timestamptz`,

  // next_attempt_at: when it is due; while it is leased, when the lease expires.
  `create table webhook_deliveries (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id),
    event_type text not null,
    body text not null,
    status text not null default 'pending'
      check (status in ('pending', 'delivered', 'failed', 'stopped')),
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    is_leased boolean not null default false,
    created_at timestamptz not null,
    finished_at timestamptz
  )`,
  `create index webhook_deliveries_by_workspace on webhook_deliveries (workspace_id, id)`,
  `create index webhook_deliveries_due on webhook_deliveries (next_attempt_at)
    where status = 'pending'`,

  `create table delivery_attempts (
    id uuid primary key,
    delivery_id uuid not null references webhook_deliveries (id),
    uri text not null,
    started_at timestamptz not null,
    milliseconds integer not null,
    status_code integer,
    fault text,
    response_excerpt text
  )`,
  `create index delivery_attempts_by_delivery on delivery_attempts (delivery_id, id)`,

  `create table emails (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id),
    subject text not null,
    body_text text not null,
    body_html text not null,
    status text not null default 'pending' check (status in ('pending', 'delivered', 'failed')),
    attempts integer not null default 0,
    next_attempt_at timestamptz,
    fault text,
    created_at timestamptz not null
  )`,
  `create index emails_due on emails (next_attempt_at) where status = 'pending'`,

  // The webhooks that the demo's built-in receiver got.
  `create table demo_received (
    id uuid primary key,
    workspace_id uuid not null references workspaces (id),
    webhook_id text not null,
    body text not null,
    received_at timestamptz not null
  )`,
  `create index demo_received_by_workspace on demo_received (workspace_id, id)`,
]
