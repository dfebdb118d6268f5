import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { matches } from '@/server/store/condition'
import type { Database, Queryable } from '@/server/store/database'
import type { Authenticated } from './caller'

/** The longest time until a change by another server takes effect. */
const checkMilliseconds = 900
/**
 * An entry is authenticated again after this time, because the checks cannot detect changed keys at
 * a JWKS address.
 */
const maxAgeMilliseconds = 60_000
/** Bounds the memory to about 16 MB, since tokens can have 16 kB. Usually it takes about one. */
const maxEntries = 1000

/** The result of verifying a token, and what it depends on. */
export interface Verified {
  authenticated: Authenticated
  /** The workspace row it was verified with; absent for tokens that involve no workspace. */
  workspace?: { id: string; version: string } | undefined
  /** How long the token remains valid. */
  validMilliseconds: number
}

interface Entry {
  verifying: Promise<Verified>
  verified?: Verified
  checkedAt: number
  expiresAt: number
}

/** A system column of every PostgreSQL table, whose value changes with each change of a row. */
export const rowVersion = sql<string>`xmin::text`

/**
 * Gives a workspace a new row version, so that other servers verify its tokens again. Call it when
 * what they depend on changed elsewhere than in that row.
 */
export async function renewRowVersion(database: Queryable, workspaceId: string): Promise<void> {
  await database
    .updateTable('workspaces')
    .set(({ ref }) => ({ token_generation: ref('token_generation') }))
    .where('id', '=', workspaceId)
    .execute()
}

/**
 * Caches the result of authenticating an `Authorization` header. Once a second, while in use, one
 * statement looks for changes to the workspaces of cached tokens, so that all servers refuse a
 * revoked token within a second. The server that makes a change evicts the workspace itself.
 */
export class AuthCache {
  readonly #entries = new LRUCache<string, Entry>({ max: maxEntries })
  #checking: Promise<void> | undefined

  constructor(
    private readonly database: Database,
    private readonly clock: () => Date,
  ) {}

  /** Returns the cached result for this header, or verifies it. Refusals are not cached. */
  async get(authorization: string, verify: () => Promise<Verified>): Promise<Authenticated> {
    const cached = this.#entries.get(authorization)
    if (cached !== undefined && !this.#isChecked(cached)) {
      this.#checking ??= this.#check().finally(() => (this.#checking = undefined))
      await this.#checking
    }
    const entry = this.#entries.get(authorization)
    if (entry !== undefined && this.#isChecked(entry)) return (await entry.verifying).authenticated
    return this.#verify(authorization, verify)
  }

  /**
   * Removes all entries of a workspace, because a write may have changed what its tokens allow.
   */
  evict(workspaceId: string): void {
    for (const [authorization, { verified }] of this.#entries.entries()) {
      // A verification in progress may have read the workspace before the write.
      if (verified === undefined || verified.workspace?.id === workspaceId)
        this.#entries.delete(authorization)
    }
  }

  clear(): void {
    this.#entries.clear()
  }

  #isChecked({ checkedAt, expiresAt }: Entry): boolean {
    const now = this.clock().getTime()
    return checkedAt <= now && now < checkedAt + checkMilliseconds && now < expiresAt
  }

  async #verify(authorization: string, verify: () => Promise<Verified>): Promise<Authenticated> {
    const now = this.clock().getTime()
    const entry: Entry = {
      verifying: verify(),
      checkedAt: now,
      expiresAt: now + maxAgeMilliseconds,
    }
    // Cached before the result is known, so that a concurrent write evicts it.
    this.#entries.set(authorization, entry)
    try {
      const verified = await entry.verifying
      entry.verified = verified
      entry.expiresAt = now + Math.min(verified.validMilliseconds, maxAgeMilliseconds)
      return verified.authenticated
    } catch (error) {
      if (this.#entries.peek(authorization) === entry) this.#entries.delete(authorization)
      throw error
    }
  }

  async #check(): Promise<void> {
    const now = this.clock().getTime()
    const entries = [...this.#entries.entries()]
    const ids = new Set(entries.flatMap(([, { verified }]) => verified?.workspace?.id ?? []))
    const rows = await this.database
      .selectFrom('workspaces')
      .select(['id', rowVersion.as('version')])
      .where(matches('workspaces', { id: [...ids] }))
      .execute()
    const versions = new Map(rows.map(({ id, version }) => [id, version]))
    for (const [authorization, entry] of entries) {
      if (entry.verified === undefined) continue
      const { workspace } = entry.verified
      if (workspace === undefined || versions.get(workspace.id) === workspace.version)
        entry.checkedAt = now
      else if (this.#entries.peek(authorization) === entry) this.#entries.delete(authorization)
    }
  }
}
