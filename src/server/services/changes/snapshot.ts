import { sql } from 'kysely'
import type { Change, ChangeKind } from '@/contract/changes'
import type { Outcome } from '@/contract/history'
import { limitNames } from '@/contract/limits'
import type { OperationId } from '@/contract/operations'
import { rowVersion } from '@/server/core/access/auth-cache'
import { clockSkewSeconds } from '@/server/core/time/clock-skew'
import { secondsAfter } from '@/server/core/time/seconds-after'
import { createdWithin, matches } from '@/server/store/condition'
import type { Database } from '@/server/store/database'

/** How many of the newest records are compared. Lists show fewer until they are scrolled. */
const comparedRecords = 100
/** Older entries of the history are not read: most workspaces are idle for most of the time. */
const maxAgeMilliseconds = 60_000
/** A minute of usage is written for the last time after its end. */
const comparedMinutesMilliseconds = 2 * 60_000

/** The part of an entry of the history that is reported. */
interface ReportedEntry {
  id: string
  operation: OperationId
  subject_type: 'workspace' | 'connector' | 'app'
  subject_id: string
  actor: string | null
  request_id: string | null
  outcome: Outcome
  created_at: string
}

/**
 * The state of a workspace at one time. Alerts, deliveries and usage are only compared, so each is
 * reduced to a fingerprint.
 */
export interface Snapshot {
  version: string
  alerts: string | null
  deliveries: string | null
  usage: string | null
  /** The last entries of its history and of the public catalog's, oldest first. */
  events: readonly ReportedEntry[]
}

/** Selects the last entries of a workspace's history; null stands for the public catalog. */
function lastEvents(workspaceId: ReturnType<typeof sql>, time: Date) {
  const period = {
    from: new Date(time.getTime() - maxAgeMilliseconds).toISOString(),
    // Later ones are from before the clock was set back.
    to: secondsAfter(time, clockSkewSeconds).toISOString(),
  }
  return sql<ReportedEntry[]>`(
    select coalesce(json_agg(event order by event.id), '[]') from (
      select id, operation, subject_type, subject_id, actor ->> 'name' as actor, request_id,
        outcome, created_at
      from audit_events
      where workspace_id ${workspaceId} and ${createdWithin('audit_events', period)}
      order by id desc limit ${comparedRecords}
    ) as event
  )`
}

/** Reads the snapshots of workspaces, by id, in one statement. */
export async function readSnapshots(
  database: Database,
  workspaceIds: readonly string[],
  time: Date,
): Promise<Map<string, Snapshot>> {
  const rows = await database
    .selectFrom('workspaces')
    .select((row) => [
      'id',
      rowVersion.as('version'),
      lastEvents(sql`= workspaces.id`, time).as('own'),
      lastEvents(sql`is null`, time).as('catalog'),
      row
        .selectFrom((alerts) =>
          alerts
            .selectFrom('alerts')
            .select(['id', 'status', 'severity', 'updated_at'])
            .whereRef('workspace_id', '=', 'workspaces.id')
            .orderBy('id', 'desc')
            .limit(comparedRecords)
            .as('alert'),
        )
        .select(fingerprint('alert'))
        .as('alerts'),
      row
        .selectFrom((deliveries) =>
          deliveries
            .selectFrom('webhook_deliveries')
            .select(['id', 'status', 'attempts', 'next_attempt_at', 'finished_at'])
            .whereRef('workspace_id', '=', 'workspaces.id')
            .orderBy('id', 'desc')
            .limit(comparedRecords)
            .as('delivery'),
        )
        .select(fingerprint('delivery'))
        .as('deliveries'),
      // With the names of the limits, the index can find the last minutes of each.
      row
        .selectFrom('usage_minutes')
        .whereRef('workspace_id', '=', 'workspaces.id')
        .where(matches('usage_minutes', { limit_name: limitNames }))
        .where('minute', '>', new Date(time.getTime() - comparedMinutesMilliseconds))
        .select(sql<string>`concat_ws(' ', max(minute), sum(used), sum(refused))`.as('usage'))
        .as('usage'),
    ])
    .where(matches('workspaces', { id: workspaceIds }))
    .execute()
  return new Map(
    rows.map(({ id, own, catalog, ...watched }) => [
      id,
      { ...watched, events: [...catalog, ...own] },
    ]),
  )
}

function fingerprint(table: string) {
  const [row, id] = [sql.ref(table), sql.ref(`${table}.id`)]
  return sql<string>`md5(string_agg(${row}::text, ',' order by ${id}))`.as('fingerprint')
}

/** Operations that change other records than the one that their entry names. */
const kindsOfOperations: Partial<Record<OperationId, ChangeKind>> = {
  createOrgWorkspaceAccessToken: 'accessTokens',
  revokeAccessToken: 'accessTokens',
  revokeAccessTokens: 'accessTokens',
  setAlertMute: 'alertMutes',
  testAlert: 'alerts',
  pingWebhook: 'deliveries',
  resendWebhookDelivery: 'deliveries',
  recoverWebhookDeliveries: 'deliveries',
}
const kindsOfSubjects = { workspace: 'workspace', connector: 'connectors', app: 'apps' } as const

function changeOf(event: ReportedEntry): Change {
  const { operation, outcome, subject_type: type, subject_id: id, actor, request_id } = event
  const kind = outcome === 'done' ? kindsOfOperations[operation] : 'history'
  return {
    kind: kind ?? kindsOfSubjects[type],
    id: kind === undefined ? id : undefined,
    by: actor ?? undefined,
    requestId: request_id ?? undefined,
    changedAt: new Date(event.created_at).toISOString(),
  }
}

/** Merges the changes of one kind by one request. Keeps the id only if all of them share it. */
function mergeByRequest(changes: readonly Change[]): Change[] {
  const byRequest = new Map<string, Change>()
  for (const change of changes) {
    const key = `${change.kind} ${change.requestId ?? ''} ${change.by ?? ''}`
    const { id, ...earlier } = byRequest.get(key) ?? change
    byRequest.set(key, {
      ...earlier,
      id: id === change.id ? id : undefined,
      changedAt: change.changedAt,
    })
  }
  return [...byRequest.values()]
}

/**
 * Returns the changes between two snapshots.
 * @param before undefined for the first snapshot, when only the history shows recent changes
 */
export function changesBetween(before: Snapshot | undefined, now: Snapshot, time: Date): Change[] {
  const seen = new Set(before?.events.map(({ id }) => id))
  const events = now.events.filter(({ id }) => !seen.has(id))
  const changedAt = time.toISOString()
  const recorded = mergeByRequest(events.map(changeOf))
  if (before === undefined) return recorded
  const isRecorded = events.some(
    ({ subject_type, outcome }) => subject_type === 'workspace' && outcome === 'done',
  )
  return [
    ...recorded,
    ...(before.version === now.version || isRecorded
      ? []
      : [{ kind: 'workspace', changedAt } as const]),
    ...(['alerts', 'deliveries', 'usage'] as const).flatMap((kind) =>
      before[kind] === now[kind] ? [] : [{ kind, changedAt }],
    ),
  ]
}
