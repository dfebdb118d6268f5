import { createLocalJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose'
import { LRUCache } from 'lru-cache'
import { hasPassed } from '../../core/clock-skew'
import type { Dependencies } from '../../core/context'
import { describeKeyProblem, fetchKeySet } from './key-set'

/** After this time, the keys are fetched again, so that removed keys stop verifying tokens. */
const freshMilliseconds = 5 * 60_000
/** How long the keys are used while the address fails. */
const staleMilliseconds = 15 * 60_000
/** The shortest time between two requests to an address, even if it fails or lacks a key. */
const backoffMilliseconds = 30_000
/** Bounds the memory, because workspaces can change their address as often as they like. */
const maxAddresses = 1000

type Keys = ReturnType<typeof createLocalJWKSet>

/** The keys that one address publishes. */
class RemoteKeys {
  #keys: Keys | undefined
  #fetchedAt = -Infinity
  #askedAt = -Infinity
  #pending: Promise<void> | undefined

  constructor(private readonly uri: string) {}

  /** Whether the address may be asked again. */
  canAsk(now: number): boolean {
    return hasPassed(backoffMilliseconds, this.#askedAt, now)
  }

  /** Returns the keys, fetched if needed. @throws JWKSNoMatchingKey when there are none to use */
  async get(dependencies: Dependencies): Promise<Keys> {
    const now = dependencies.clock().getTime()
    const isStale = hasPassed(freshMilliseconds, this.#fetchedAt, now)
    if (this.#pending !== undefined || (isStale && this.canAsk(now))) await this.fetch(dependencies)
    if (this.#keys !== undefined && !hasPassed(staleMilliseconds, this.#fetchedAt, now))
      return this.#keys
    // Only the log has the reason, because the sender of the token is not authenticated.
    throw new errors.JWKSNoMatchingKey()
  }

  /** Fetches the keys, once for all waiting requests. */
  fetch(dependencies: Dependencies): Promise<void> {
    this.#pending ??= this.#fetch(dependencies).finally(() => (this.#pending = undefined))
    return this.#pending
  }

  async #fetch(dependencies: Dependencies): Promise<void> {
    const now = dependencies.clock().getTime()
    this.#askedAt = now
    const set = await fetchKeySet(dependencies, this.uri)
    if ('error' in set) {
      dependencies.log.error({ uri: this.uri, reason: set.error }, 'a key set could not be read')
      return
    }
    const problems = await Promise.all(set.keys.map(describeKeyProblem))
    this.#keys = createLocalJWKSet({
      keys: set.keys.filter((_, index) => problems[index] === undefined),
    })
    this.#fetchedAt = now
  }
}

const remoteKeys = new WeakMap<typeof fetch, LRUCache<string, RemoteKeys>>()

function remoteKeysAt(uri: string, fetch: Dependencies['fetch']): RemoteKeys {
  const known = remoteKeys.get(fetch) ?? new LRUCache<string, RemoteKeys>({ max: maxAddresses })
  remoteKeys.set(fetch, known)
  const keys = known.get(uri) ?? new RemoteKeys(uri)
  known.set(uri, keys)
  return keys
}

/** Verifies a token, trying each key that fits its header. @throws errors of jose */
async function verifyWithAny(
  token: string,
  keys: Keys,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload
      } catch (failure) {
        if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}

/**
 * Verifies a token with the keys that an address publishes. They are fetched every five minutes,
 * and when a token names an unknown key; a failing address is fetched at most twice a minute.
 * @throws errors of jose when no key verifies the token
 */
export async function verifyByRemoteKeys(
  dependencies: Dependencies,
  uri: string,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  const remote = remoteKeysAt(uri, dependencies.fetch)
  const keys = await remote.get(dependencies)
  try {
    return await verifyWithAny(token, keys, options)
  } catch (error) {
    const isUnknown = error instanceof errors.JWKSNoMatchingKey
    if (!isUnknown || !remote.canAsk(dependencies.clock().getTime())) throw error
    await remote.fetch(dependencies)
    return verifyWithAny(token, await remote.get(dependencies), options)
  }
}
