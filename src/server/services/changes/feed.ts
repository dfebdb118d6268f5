import type { Change } from '@/contract/changes'
import type { Dependencies } from '@/server/core/context'
import type { ChangeFeed } from '@/server/core/ports/change-feed'
import { ServiceError } from '@/server/core/service-error'
import { pause } from '@/server/core/time/pause'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { changesBetween, readSnapshots, type Snapshot } from './snapshot'

/** The interval for detecting changes by other servers and jobs, as for cached tokens. */
const checkMilliseconds = 900
/** The shortest interval between checks, however many writes there are. */
const minPauseMilliseconds = 100
/**
 * A new watcher also gets the changes of this time, because it read its records before it started.
 */
const replayMilliseconds = 5000
const maxWatchersPerWorkspace = 100
/** Lower, so that one tenant leaves streams to the others and to the console. */
const maxWatchersPerTenant = 20
/** When a client tries again that has too many watchers. */
const retryAfterSeconds = 5
/** A reader with more unread changes is disconnected, and has to read everything again. */
const maxUnread = 1000

/** Queues changes for one reader. */
class Watcher {
  #unread: Change[] = []
  #isDue = false
  #isClosed = false
  #wake = () => {}

  constructor(readonly tenantId: string | undefined) {}

  offer(changes: readonly Change[]): void {
    this.#unread.push(...changes)
    this.#isDue = true
    if (this.#unread.length > maxUnread) this.close()
    this.#wake()
  }

  close(): void {
    this.#isClosed = true
    this.#wake()
  }

  async *batches(): AsyncGenerator<readonly Change[]> {
    while (!this.#isClosed) {
      if (!this.#isDue) await new Promise<void>((resume) => (this.#wake = resume))
      if (this.#isClosed) return
      const batch = this.#unread
      this.#unread = []
      this.#isDue = false
      yield batch
    }
  }
}

/** The watchers of a workspace, and the changes that were last sent to them. */
interface Topic {
  watchers: Set<Watcher>
  /** Watchers that have not received a batch yet. */
  newWatchers: Set<Watcher>
  /** The last snapshot that was read. */
  snapshot?: Snapshot
  recent: readonly Change[]
}

type FeedDependencies = Pick<Dependencies, 'database' | 'clock' | 'log' | 'authCache'>

/**
 * Reads a snapshot of the watched workspaces once a second, and reports the differences from the
 * previous one. The database is queried only while there are watchers. A workspace that changed is
 * evicted from the cache of authenticated tokens, so that streams with a revoked token end at once.
 */
export class DatabaseChangeFeed implements ChangeFeed {
  readonly #topics = new Map<string, Topic>()
  #isRunning = false
  #isDue = false
  #isClosed = false
  #wake = () => {}

  constructor(private readonly dependencies: FeedDependencies) {}

  watch(workspaceId: string, tenantId?: string): AsyncIterable<readonly Change[]> {
    const watchers = [...(this.#topics.get(workspaceId)?.watchers ?? [])]
    if (watchers.length >= maxWatchersPerWorkspace)
      throw tooManyWatchers('workspace', maxWatchersPerWorkspace)
    const ofTenant = watchers.filter((watcher) => watcher.tenantId === tenantId)
    if (tenantId !== undefined && ofTenant.length >= maxWatchersPerTenant)
      throw tooManyWatchers('tenant', maxWatchersPerTenant)
    return this.#reading(workspaceId, tenantId)
  }

  checkNow(): void {
    this.#isDue = true
    this.#wake()
  }

  close(): void {
    this.#isClosed = true
    for (const { watchers } of this.#topics.values())
      for (const watcher of watchers) watcher.close()
    this.#wake()
  }

  /** Watches from the first read on, because what is never read is never closed either. */
  async *#reading(
    workspaceId: string,
    tenantId: string | undefined,
  ): AsyncGenerator<readonly Change[]> {
    const topic = this.#topics.get(workspaceId) ?? {
      watchers: new Set(),
      newWatchers: new Set(),
      recent: [],
    }
    const watcher = new Watcher(tenantId)
    if (this.#isClosed) watcher.close()
    topic.watchers.add(watcher)
    topic.newWatchers.add(watcher)
    this.#topics.set(workspaceId, topic)
    this.checkNow()
    if (!this.#isRunning) void this.#run()
    try {
      yield* watcher.batches()
    } finally {
      topic.watchers.delete(watcher)
      topic.newWatchers.delete(watcher)
      if (topic.watchers.size === 0) this.#topics.delete(workspaceId)
    }
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#topics.size > 0 && !this.#isClosed) {
      this.#isDue = false
      await this.#check()
      await pause(minPauseMilliseconds)
      if (!this.#isDue)
        await Promise.race([
          new Promise<void>((resume) => (this.#wake = resume)),
          pause(checkMilliseconds - minPauseMilliseconds),
        ])
    }
    this.#isRunning = false
  }

  async #check(): Promise<void> {
    const { database, clock, log } = this.dependencies
    const topics = [...this.#topics]
    const time = clock()
    try {
      const snapshots = await readSnapshots(
        database,
        topics.map(([id]) => id),
        time,
      )
      for (const [id, topic] of topics) {
        const snapshot = snapshots.get(id)
        if (snapshot !== undefined) this.#compare(id, topic, snapshot, time)
      }
    } catch (error) {
      // The pool logs an outage.
      if (!(error instanceof DatabaseUnavailable))
        log.error({ error }, 'changes in watched workspaces could not be read')
    }
    // Every watcher gets a batch, so that its token and connection are checked again.
    for (const [, { watchers }] of topics) for (const watcher of watchers) watcher.offer([])
  }

  #compare(workspaceId: string, topic: Topic, snapshot: Snapshot, time: Date): void {
    const since = new Date(time.getTime() - replayMilliseconds).toISOString()
    const all = changesBetween(topic.snapshot, snapshot, time)
    const changes =
      topic.snapshot === undefined ? all.filter(({ changedAt }) => changedAt >= since) : all
    if (topic.snapshot !== undefined && topic.snapshot.version !== snapshot.version)
      this.dependencies.authCache.evict(workspaceId)
    topic.snapshot = snapshot
    const replayed = topic.recent.filter(({ changedAt }) => changedAt >= since)
    const { newWatchers } = topic
    topic.newWatchers = new Set()
    for (const watcher of topic.watchers)
      watcher.offer(newWatchers.has(watcher) ? [...replayed, ...changes] : changes)
    topic.recent = [...replayed, ...changes]
  }
}

function tooManyWatchers(owner: 'workspace' | 'tenant', max: number): ServiceError {
  return new ServiceError(
    'rate_limit_exceeded',
    `This ${owner} already has ${max} open streams: close one first`,
    undefined,
    retryAfterSeconds,
  )
}
