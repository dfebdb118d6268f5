import { dequal } from 'dequal'
import { canAnybodySignIn, lockOutMessage } from '@/contract/sign-in-ways'
import { fetchKeySet, describeKeyProblem } from '@/server/authentication/key-set'
import { refusesSecret } from '@/server/authentication/verify-by-secret'
import type { Dependencies } from '@/server/core/context'
import { ServiceError } from '@/server/core/service-error'
import type { WorkspaceRow } from '@/server/store/schema'

type SigningState = Pick<WorkspaceRow, 'settings' | 'public_keys' | 'jwks_uri'>

/** The result of fetching a JWKS URI: how many keys can verify tokens, or why none can. */
export interface PublishedKeys {
  uri: string
  usable: number
  error?: string
}

const signInWays = (state: SigningState) => ({
  refusesSecret: refusesSecret(state),
  publicKeys: state.public_keys.length,
  uri: state.jwks_uri,
})

/** Whether a change leaves at most the JWKS URI as a way to sign in. */
function dependsOnJwks(before: SigningState, after: SigningState): boolean {
  const ways = signInWays(after)
  return ways.refusesSecret && ways.publicKeys === 0 && !dequal(signInWays(before), ways)
}

/**
 * Fetches the keys at the JWKS URI if a change leaves no other way to sign in.
 * @throws unavailable
 */
export async function findPublishedKeys(
  dependencies: Pick<Dependencies, 'fetch' | 'addressCheckTurns'>,
  workspaceId: string,
  before: SigningState,
  after: SigningState,
): Promise<PublishedKeys | undefined> {
  const uri = after.jwks_uri
  if (uri === null || !dependsOnJwks(before, after)) return undefined
  const set = await dependencies.addressCheckTurns.run({ workspaceId }, () =>
    fetchKeySet(dependencies, uri),
  )
  if ('error' in set) return { uri, usable: 0, error: set.error }
  const issues = await Promise.all(set.keys.map(describeKeyProblem))
  const usable = issues.filter((error) => error === undefined).length
  return usable > 0
    ? { uri, usable }
    : { uri, usable, error: 'The JWKS URI publishes no key that can verify tokens' }
}

/**
 * Refuses a change after which nobody could sign in.
 * @param published the keys at the JWKS URI, fetched for this change
 * @throws conflict
 */
export function assertNotLockedOut(
  before: SigningState,
  after: SigningState,
  published: PublishedKeys | undefined,
): void {
  if (!dependsOnJwks(before, after)) return
  const { uri, ...ways } = signInWays(after)
  if (uri !== null && published?.uri !== uri)
    throw new ServiceError('conflict', 'This workspace was changed at the same time: try again')
  const found = uri === null ? undefined : published
  if (!canAnybodySignIn({ ...ways, publishedKeys: found?.usable ?? 0 }))
    throw new ServiceError(
      'conflict',
      found?.error === undefined ? lockOutMessage : `${lockOutMessage} ${found.error}`,
    )
}
