/** What verifies the tokens of a workspace. */
export interface SignInWays {
  /** `disableSecretKeyAuth`: tokens signed with the workspace secret are refused. */
  refusesSecret: boolean
  publicKeys: number
  /** Keys at the JWKS URI that can verify tokens. Undefined: there is a URI, and nobody has looked there. */
  publishedKeys: number | undefined
}

/** Whether anybody can still sign in. A JWKS URI counts only by the keys that were found there. */
export function canAnybodySignIn({
  refusesSecret,
  publicKeys,
  publishedKeys,
}: SignInWays): boolean {
  return !refusesSecret || publicKeys > 0 || publishedKeys !== 0
}

export const lockOutMessage =
  'Nobody could sign in any more: register a public key, or a JWKS URI that publishes one, before refusing the workspace secret.'
