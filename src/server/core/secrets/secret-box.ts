import { base64url } from 'jose'
import { LRUCache } from 'lru-cache'

/** Encrypts secrets that the database stores. */
export interface SecretBox {
  /** @returns `v1.<nonce>.<ciphertext>`, in base64url */
  seal(plain: string): Promise<string>
  /** @throws if the text was changed, or encrypted with an unknown key */
  open(sealed: string): Promise<string>
  /** Whether a text is encrypted with the current key, not the previous one. */
  isCurrent(sealed: string): Promise<boolean>
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(base64url.decode(text))
}

/** The longest text that is cached. Secrets are shorter; stored responses can have megabytes. */
const maxCachedLength = 4096

const importKey = (rawKey: Uint8Array<ArrayBuffer>) =>
  crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt', 'decrypt'])

async function decrypt(key: CryptoKey, text: string): Promise<string> {
  const [version, nonce, sealed] = text.split('.')
  if (version !== 'v1' || nonce === undefined || sealed === undefined)
    throw new Error('Not an encrypted secret')
  const plain = await crypto.subtle.decrypt(
    { name: 'AES-GCM', iv: bytes(nonce) },
    key,
    bytes(sealed),
  )
  return new TextDecoder().decode(plain)
}

/**
 * Encrypts with AES-256-GCM.
 * @param rawKey 32 bytes
 * @param previousRawKey decrypts what was encrypted before the key was replaced
 */
export async function secretBox(
  rawKey: Uint8Array<ArrayBuffer>,
  previousRawKey?: Uint8Array<ArrayBuffer>,
): Promise<SecretBox> {
  const key = await importKey(rawKey)
  const previous = previousRawKey === undefined ? undefined : await importKey(previousRawKey)
  /** Caches decrypted texts, because Web Cryptography decrypts on another thread. */
  const opened = new LRUCache<string, string>({ max: 1000 })
  return {
    async seal(plain) {
      const nonce = crypto.getRandomValues(new Uint8Array(12))
      const sealed = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: nonce },
        key,
        new TextEncoder().encode(plain),
      )
      return `v1.${base64url.encode(nonce)}.${base64url.encode(new Uint8Array(sealed))}`
    },
    async open(text) {
      const known = opened.get(text)
      if (known !== undefined) return known
      const plain = await decrypt(key, text).catch((error: unknown) => {
        if (previous === undefined) throw error
        return decrypt(previous, text)
      })
      if (plain.length <= maxCachedLength) opened.set(text, plain)
      return plain
    },
    isCurrent: (text) =>
      decrypt(key, text).then(
        () => true,
        () => false,
      ),
  }
}
