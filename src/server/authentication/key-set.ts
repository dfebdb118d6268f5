import { z } from 'zod'
import { isPublicKeyAlgorithm, publicKeyAlgorithms, UnusableKey } from '@/contract/public-keys'
import type { Dependencies } from '@/server/core/context'
import { findInvalidText } from '@/server/core/invalid-text'
import { describeOutgoingError, isBlocked } from '@/server/core/outgoing-error'
import { readPublicKey } from './public-key'

const jwkShape = z.looseObject({
  kid: z.string().exactOptional(),
  kty: z.string(),
  alg: z.string().exactOptional(),
  use: z.string().exactOptional(),
  key_ops: z.array(z.string()).exactOptional(),
  n: z.string().exactOptional(),
})

type Jwk = z.infer<typeof jwkShape>

/** Stands for a key that is not a JWK, so that it does not make the others unusable. */
const malformedKey: Jwk = { kty: 'malformed' }

const keySetShape = z.object({ keys: z.array(jwkShape.catch(malformedKey)) })

/** Bounds memory, and the time to verify a token without a `kid`, which tries each key. */
const maxKeys = 100

/** Bounds memory, since the sets of a thousand addresses are kept. */
const maxKilobytes = 128

/** Fetches the keys that an address publishes, or returns why they cannot be read. */
export async function fetchKeySet(
  { fetch }: Pick<Dependencies, 'fetch'>,
  uri: string,
): Promise<{ keys: Jwk[] } | { error: string; isBlocked?: boolean }> {
  let response: Response
  let json: unknown
  try {
    response = await fetch(uri, {
      headers: { Accept: 'application/jwk-set+json, application/json' },
    })
  } catch (error) {
    return { error: describeOutgoingError(error), isBlocked: isBlocked(error) }
  }
  if (response.status !== 200)
    return { error: `The address responded with status ${response.status}, not 200` }
  const text = await response.text()
  const kilobytes = Math.ceil(text.length / 1024)
  if (kilobytes > maxKilobytes)
    return { error: `The response has ${kilobytes} kB: publish at most ${maxKilobytes} kB` }
  try {
    json = JSON.parse(text)
  } catch {
    return { error: 'The response is not JSON' }
  }
  const set = keySetShape.safeParse(json)
  if (!set.success) return { error: 'The response is not a JWK set: it needs a list "keys"' }
  const { keys } = set.data
  return keys.length > maxKeys
    ? { error: `The response has ${keys.length} keys: publish at most ${maxKeys}` }
    : { keys }
}

/** Returns why a published key can't verify tokens; undefined if it can. */
export async function describeKeyProblem(jwk: Jwk): Promise<string | undefined> {
  if (jwk === malformedKey)
    return 'This is not a JWK: it needs a kty, and members of the right type'
  // The history records the kid.
  if (findInvalidText(jwk.kid, []).length > 0) return 'Its kid contains a NUL or a broken character'
  // It is copied and written as JSON, for which the stack has to be deep enough.
  const [invalid] = findInvalidText(jwk, [])
  if (invalid !== undefined) return invalid.message
  const { alg: algorithm } = jwk
  if (algorithm !== undefined && !isPublicKeyAlgorithm(algorithm))
    return `${algorithm} is not one of ${publicKeyAlgorithms.join(', ')}`
  const isForSignatures =
    (jwk.use === undefined || jwk.use === 'sig') && (jwk.key_ops?.includes('verify') ?? true)
  if (!isForSignatures) return 'This key is not for signatures'
  try {
    const keys = await readPublicKey(JSON.stringify(jwk))
    return algorithm === undefined || keys.has(algorithm)
      ? undefined
      : `This key can't verify ${algorithm}`
  } catch (error) {
    if (error instanceof UnusableKey) return error.message
    throw error
  }
}
