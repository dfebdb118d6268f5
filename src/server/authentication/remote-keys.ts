import { createLocalJWKSet, errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose'
import type { Dependencies } from '@/server/core/context'
import type { KeySet } from '@/server/core/published'
import { ServiceError } from '@/server/core/service-error'
import { describeKeyProblem, fetchKeySet } from './key-set'

/** @throws unavailable while the keys cannot be read, JWKSNoMatchingKey if they never can be */
async function fetchUsableKeys(dependencies: Dependencies, uri: string): Promise<KeySet> {
  const set = await fetchKeySet(dependencies, uri)
  if ('error' in set) {
    dependencies.log.error({ uri, reason: set.error }, 'a key set could not be read')
    // Only the log has the reason, because the sender of the token is not authenticated.
    if (set.isBlocked === true) throw new errors.JWKSNoMatchingKey()
    throw new ServiceError(
      'unavailable',
      'The published keys that could verify this token cannot be read: try again in a moment',
    )
  }
  const problems = await Promise.all(set.keys.map(describeKeyProblem))
  return createLocalJWKSet({ keys: set.keys.filter((_, index) => problems[index] === undefined) })
}

/** Verifies a token, trying each key that fits its header. @throws errors of jose */
async function verifyWithAny(
  token: string,
  keys: KeySet,
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
 * @throws errors of jose when no key verifies the token, unavailable while keys that could cannot
 * be read
 */
export async function verifyByRemoteKeys(
  dependencies: Dependencies,
  uri: string,
  token: string,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  const { clock, keySets } = dependencies
  const published = keySets.memo(uri)
  const fetchKeys = () => fetchUsableKeys(dependencies, uri)
  try {
    return await verifyWithAny(token, await published.get(clock(), fetchKeys), options)
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    return verifyWithAny(token, await published.renew(clock(), fetchKeys), options)
  }
}
