import { base64url } from 'jose'

/** Encrypts secrets that the database stores. */
export interface SecretBox {
  /** @returns `v1.<nonce>.<ciphertext>`, base64url parts. */
  seal(plain: string): Promise<string>
  /** @throws when the text was changed, or sealed under another key. */
  open(sealed: string): Promise<string>
}

/** AES-256-GCM under a key of 32 bytes. */
export async function secretBox(rawKey: Uint8Array<ArrayBuffer>): Promise<SecretBox> {
  const key = await crypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt', 'decrypt'])
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
      const [version, nonce, sealed] = text.split('.')
      if (version !== 'v1' || nonce === undefined || sealed === undefined)
        throw new Error('Not a sealed secret')
      const plain = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: bytes(nonce) },
        key,
        bytes(sealed),
      )
      return new TextDecoder().decode(plain)
    },
  }
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(base64url.decode(text))
}
