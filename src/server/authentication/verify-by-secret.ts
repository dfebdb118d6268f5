import type { JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { leewaySeconds, type SecretAlgorithm } from '../../contract/token-claims'
import type { Dependencies } from '../core/context'
import { unexpired } from '../core/secrets/previous-secrets'
import type { SecretBox } from '../core/secrets/secret-box'
import { notAuthenticated } from '../core/service-error'
import type { SigningWorkspace } from './signing-workspace'
import { unverifiable, verifyByKey, type Verification } from './verification'

const hashes: Record<SecretAlgorithm, string> = { HS256: 'SHA-256', HS512: 'SHA-512' }

/**
 * Caches results for the secrets of a secret box. After each write of a workspace, its tokens are
 * authenticated again, mainly to read its row again. Opening the secret, importing the key and
 * verifying the signature would repeat the same results, and cost a tenth of the write.
 */
class SecretVerifier {
  /** By algorithm and sealed secret. */
  readonly #keys = new LRUCache<string, CryptoKey>({ max: 10_000 })
  /** By sealed secret and token, which can be long. */
  readonly #payloads = new LRUCache<string, JWTPayload>({ max: 1000 })

  constructor(private readonly secretBox: SecretBox) {}

  /** Returns undefined for a token that something else signed. */
  async verify(
    dependencies: Dependencies,
    sealed: string,
    token: string,
    algorithm: SecretAlgorithm,
  ): Promise<JWTPayload | undefined> {
    const name = `${sealed} ${token}`
    const known = this.#payloads.get(name)
    const now = dependencies.clock().getTime() / 1000
    if (known?.exp !== undefined && now < known.exp + leewaySeconds) return known

    const key = await this.#key(sealed, algorithm)
    const payload = await verifyByKey(dependencies, token, key, algorithm)
    if (payload !== undefined) this.#payloads.set(name, payload)
    return payload
  }

  async #key(sealed: string, algorithm: SecretAlgorithm): Promise<CryptoKey> {
    const name = `${algorithm} ${sealed}`
    const known = this.#keys.get(name)
    if (known !== undefined) return known
    const secret = new TextEncoder().encode(await this.secretBox.open(sealed))
    const hmac = { name: 'HMAC', hash: hashes[algorithm] }
    const key = await crypto.subtle.importKey('raw', secret, hmac, false, ['verify'])
    this.#keys.set(name, key)
    return key
  }
}

const verifiers = new WeakMap<SecretBox, SecretVerifier>()

function verifierOf({ secretBox }: Dependencies): SecretVerifier {
  const verifier = verifiers.get(secretBox) ?? new SecretVerifier(secretBox)
  verifiers.set(secretBox, verifier)
  return verifier
}

/**
 * Verifies a token with the secret of its workspace, or with one that was rotated out and is still
 * valid. Only a holder of the secret learns that the workspace refuses such tokens.
 * @throws not_authenticated
 */
export async function verifyBySecret(
  dependencies: Dependencies,
  workspace: SigningWorkspace,
  token: string,
  algorithm: SecretAlgorithm,
): Promise<Verification> {
  const verifier = verifierOf(dependencies)
  const previous = unexpired(workspace.previous_secrets, dependencies.clock())
  for (const { encryptedSecret, until } of [
    { encryptedSecret: workspace.encrypted_secret, until: undefined },
    ...previous.toReversed(),
  ]) {
    const payload = await verifier.verify(dependencies, encryptedSecret, token, algorithm)
    if (payload === undefined) continue
    if (workspace.settings['disableSecretKeyAuth'] === true)
      throw notAuthenticated(
        'This workspace refuses tokens signed with its secret: ' +
          'sign with a private key and register its public key',
      )
    return { payload, signedBy: 'secret', until: until === undefined ? until : new Date(until) }
  }
  throw unverifiable()
}
