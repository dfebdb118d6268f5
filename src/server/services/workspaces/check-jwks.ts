import { z } from 'zod'
import type { JwksFinding, PublishedKey } from '../../../contract/jwks'
import type { ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import type { Call } from '../context'
import { outgoingFault } from '../outgoing-fault'
import { findWorkspace } from './find'

const keySetShape = z.object({
  keys: z.array(
    z.object({
      kid: z.string().optional(),
      kty: z.string(),
      alg: z.string().optional(),
      use: z.string().optional(),
      n: z.string().optional(),
    }),
  ),
})

/** Bits of a number in base64url, such as the modulus of an RSA key. */
function bitsOf(modulus: string): number | undefined {
  try {
    const bytes = Uint8Array.from(
      atob(modulus.replaceAll('-', '+').replaceAll('_', '/')),
      (character) => character.charCodeAt(0),
    )
    const start = bytes.findIndex((byte) => byte !== 0)
    return start === -1 ? 0 : (bytes.length - start) * 8 - (Math.clz32(bytes[start] ?? 0) - 24)
  } catch {
    return undefined
  }
}

/** Asks an address for its keys, as verifying a token would. Nothing is stored. @throws not_found */
export async function checkJwks(
  call: Call,
  { params, body }: ParsedRequestOf<Operations['checkJwks']>,
): Promise<JwksFinding> {
  await findWorkspace(call, call.database, params.id)
  let answer: Response
  let json: unknown
  try {
    answer = await call.fetch(body.uri, {
      headers: { Accept: 'application/jwk-set+json, application/json' },
    })
  } catch (error) {
    return { fault: outgoingFault(error) }
  }
  if (answer.status !== 200)
    return { fault: `The address answered with status ${answer.status}, not 200` }
  try {
    json = await answer.json()
  } catch {
    return { fault: 'The answer is not JSON' }
  }
  const set = keySetShape.safeParse(json)
  if (!set.success)
    return { fault: 'The answer is not a JWK set: it needs a list "keys", each with a kty' }
  return {
    keys: set.data.keys.map(({ n, ...key }): PublishedKey => {
      const size = n === undefined || key.kty !== 'RSA' ? undefined : bitsOf(n)
      return size === undefined ? key : { ...key, size }
    }),
  }
}
