import { base64url } from 'jose'
import type { JwksFinding, PublishedKey } from '@/contract/jwks'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { fetchKeySet, describeKeyProblem } from '@/server/authentication/key-set'
import { findWorkspace } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'

/** Returns the bit length of a number in base64url, such as the modulus of an RSA key. */
function bitLength(modulus: string): number | undefined {
  try {
    const bytes = base64url.decode(modulus)
    const start = bytes.findIndex((byte) => byte !== 0)
    return start === -1 ? 0 : (bytes.length - start) * 8 - (Math.clz32(bytes[start] ?? 0) - 24)
  } catch {
    return undefined
  }
}

/**
 * Fetches the keys of an address, as verifying a token does. Stores nothing.
 * @throws not_found, unavailable
 */
export async function checkJwks(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['checkJwks']>,
): Promise<JwksFinding> {
  const { id: workspaceId } = await findWorkspace(context, context.database, params.id)
  const set = await context.addressCheckTurns.run({ workspaceId }, () =>
    fetchKeySet(context, body.uri),
  )
  if ('error' in set) return { error: set.error }
  return {
    keys: await Promise.all(
      set.keys.map(async (jwk): Promise<PublishedKey> => {
        const { kid, kty, alg, use, n } = jwk
        const size = n === undefined || kty !== 'RSA' ? undefined : bitLength(n)
        return { kid, kty, alg, use, size, error: await describeKeyProblem(jwk) }
      }),
    ),
  }
}
