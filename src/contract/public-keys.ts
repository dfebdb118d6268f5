/** Signature algorithms of public keys, each pinned to its kind of key. */
export const publicKeyAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
export type PublicKeyAlgorithm = (typeof publicKeyAlgorithms)[number]

export const minimumRsaBits = 2048

/** Algorithms that a key may verify, by the name Web Crypto gives its kind. */
export function algorithmsOfKind(kind: string): readonly PublicKeyAlgorithm[] {
  switch (kind) {
    case 'RSASSA-PKCS1-v1_5':
    case 'RSA-PSS':
      return ['RS256', 'PS256']
    case 'ECDSA':
      return ['ES256']
    default:
      return ['EdDSA']
  }
}

/**
 * The `kid` of tokens that the server signs with its own key: operators’, and those that it makes
 * for a workspace.
 */
export const serverKeyId = 'signalbox-server'
