import { sql } from 'kysely'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { LimitName } from '@/contract/limits'
import { UnreadableBody } from '@/server/core/outgoing-error'
import type { RequestObserver } from '@/server/core/ports/request-observer'
import { within } from '@/server/core/time/within'
import type { Database } from '@/server/store/database'
import type { PoolObserver } from '@/server/store/pool-observer'
import { BatchedHistogram } from './batched-histogram'

/** How long reading the queues may take, so that the other metrics arrive in any case. */
const queuesMilliseconds = 2000
const requestBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The metrics for Prometheus, and the wrappers that measure them. */
export interface Metrics {
  registry: Registry
  observeRequest: RequestObserver
  /** Measures the waits for a connection and the statements of a pool of this name. */
  poolObserver(name: string): PoolObserver
  /** Counts a request that a limit refused. */
  observeRefusal(limit: LimitName): void
  /**
   * Counts and times requests to other servers.
   * @param purpose to webhook addresses and key sets if it is absent
   */
  observeFetch(fetch: typeof globalThis.fetch, purpose?: 'identity_provider'): typeof fetch
  /** Reads the queues whenever the metrics are read. */
  observeQueues(database: Database): void
}

function outcomeOf({ status }: { status: number }): string {
  return `${Math.floor(status / 100)}xx`
}

/**
 * Reads the depth of each queue, and for how many seconds its oldest entry has been due. Those that
 * wait for their next attempt, as when the server of a webhook is down, do not show a stuck queue.
 */
async function readQueues(database: Database) {
  const { rows } = await sql<{ queue: string; depth: number; age: number }>`
    select 'webhooks' as queue, count(*)::int as depth,
           greatest(extract(epoch from now() - min(next_attempt_at)), 0)::float8 as age
      from webhook_deliveries where status = 'pending'
    union all
    select 'emails', count(*)::int,
           greatest(extract(epoch from now() - min(next_attempt_at)), 0)::float8
      from emails where status = 'pending'`.execute(database)
  return rows
}

/** The registry of the metrics. */
interface Registers {
  registers: Registry[]
}

function requestMetrics(to: Registers): Pick<Metrics, 'observeRequest'> {
  const durations = new BatchedHistogram({
    name: 'signalbox_http_request_duration_seconds',
    help: 'Duration of API requests by operation, method and status.',
    labelNames: ['operation', 'method', 'status'],
    buckets: requestBuckets,
    ...to,
  })
  return {
    observeRequest: ({ operation, method, status, seconds }) =>
      durations.observe(
        { operation: operation ?? 'none', method, status: String(status) },
        seconds,
      ),
  }
}

function databaseMetrics(to: Registers): Pick<Metrics, 'poolObserver'> {
  const waits = new BatchedHistogram({
    name: 'signalbox_database_wait_seconds',
    help: 'Time until a connection to the database was available.',
    labelNames: ['pool'],
    buckets: requestBuckets,
    ...to,
  })
  const statements = new BatchedHistogram({
    name: 'signalbox_database_statement_duration_seconds',
    help: 'Duration of database statements.',
    labelNames: ['pool', 'outcome'],
    buckets: requestBuckets,
    ...to,
  })
  /** By pool. */
  const inUse = new Map<string, number>()
  new Gauge({
    name: 'signalbox_database_connections_in_use',
    help: 'Connections to the database that are in use.',
    labelNames: ['pool'],
    ...to,
    collect() {
      for (const [pool, count] of inUse) this.set({ pool }, count)
    },
  })
  return {
    poolObserver(pool) {
      const labels = { pool }
      const byOutcome = { ok: { pool, outcome: 'ok' }, error: { pool, outcome: 'error' } }
      const count = (change: number) => inUse.set(pool, (inUse.get(pool) ?? 0) + change)
      return {
        connectionTaken(waitSeconds) {
          count(1)
          waits.observe(labels, waitSeconds)
        },
        connectionReleased: () => count(-1),
        statementEnded: (outcome, seconds) => statements.observe(byOutcome[outcome], seconds),
      }
    },
  }
}

function limitMetrics(to: Registers): Pick<Metrics, 'observeRefusal'> {
  const refusals = new Counter({
    name: 'signalbox_limit_refusals_total',
    help: 'Requests that a limit refused, by limit.',
    labelNames: ['limit'],
    ...to,
  })
  return { observeRefusal: (limit) => refusals.inc({ limit }) }
}

function outgoingMetrics(to: Registers): Pick<Metrics, 'observeFetch'> {
  const durations = new Histogram({
    name: 'signalbox_outgoing_request_duration_seconds',
    help: 'Duration of requests to other servers, by purpose and outcome.',
    labelNames: ['purpose', 'outcome'],
    buckets: requestBuckets,
    ...to,
  })
  return {
    observeFetch: (fetch, knownPurpose) => async (input, init) => {
      // Key sets are read, webhooks are posted.
      const purpose = knownPurpose ?? (init?.method === 'POST' ? 'webhook' : 'key_set')
      const end = durations.startTimer({ purpose })
      try {
        const response = await fetch(input, init)
        end({ outcome: outcomeOf(response) })
        return response
      } catch (error) {
        // The status alone shows whether a webhook was accepted.
        const hasOutcome = purpose === 'webhook' && error instanceof UnreadableBody
        end({ outcome: hasOutcome ? outcomeOf(error) : 'error' })
        throw error
      }
    },
  }
}

function queueMetrics(to: Registers): Pick<Metrics, 'observeQueues'> {
  return {
    observeQueues(database) {
      let reading: ReturnType<typeof readQueues> | undefined
      // The gauges are collected at the same time, and need the same rows.
      const read = () => {
        // The other metrics are needed during a database outage too.
        reading ??= readQueues(database)
          .catch(() => [])
          .finally(() => (reading = undefined))
        return within(queuesMilliseconds, reading, () => [])
      }
      const facts = [
        ['signalbox_queue_depth', 'Entries that are waiting in a queue.', 'depth'],
        ['signalbox_queue_oldest_seconds', 'Time for which the oldest entry is due.', 'age'],
      ] as const
      for (const [name, help, fact] of facts)
        new Gauge({
          name,
          help,
          labelNames: ['queue'],
          ...to,
          async collect() {
            for (const entry of await read()) this.set({ queue: entry.queue }, entry[fact])
          },
        })
    },
  }
}

/** Creates the metrics of a process, without any data yet. */
export function createMetrics(version: string): Metrics {
  const registry = new Registry()
  const to = { registers: [registry] }
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'signalbox_build_info',
    help: 'Always 1; the labels say what is running.',
    labelNames: ['version', 'node'],
    ...to,
  }).set({ version, node: process.version }, 1)
  return {
    registry,
    ...requestMetrics(to),
    ...databaseMetrics(to),
    ...limitMetrics(to),
    ...outgoingMetrics(to),
    ...queueMetrics(to),
  }
}
