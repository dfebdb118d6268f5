/** The ways to verify the tokens of a workspace. */
interface SignInWays {
  /** `disableSecretKeyAuth`: tokens signed with the workspace secret are refused. */
  refusesSecret: boolean
  publicKeys: number
  /** How many keys at the JWKS URI can verify tokens; undefined if the URI was not fetched. */
  publishedKeys: number | undefined
}

/** Whether anybody can sign in. A JWKS URI counts only if it publishes usable keys. */
export function canAnybodySignIn({
  refusesSecret,
  publicKeys,
  publishedKeys,
}: SignInWays): boolean {
  return !refusesSecret || publicKeys > 0 || publishedKeys !== 0
}

export const lockOutMessage =
  'Nobody could sign in any more: register a public key, or a JWKS URI that publishes one, ' +
  'before refusing the workspace secret.'
