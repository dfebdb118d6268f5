import { base64url } from 'jose'

/** Signs texts that clients hold for the server, so that it accepts only what it made itself. */
export interface Signer {
  /** Returns the text with its signature. */
  sign(text: string): Promise<string>
  /** Returns the text that was signed; undefined when the signature is not ours. */
  open(signed: string): Promise<string | undefined>
}

/** Signs with HMAC-SHA-256 under a key of 32 bytes. */
export async function hmacSigner(rawKey: Uint8Array<ArrayBuffer>): Promise<Signer> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', rawKey, algorithm, false, ['sign', 'verify'])
  const encoder = new TextEncoder()
  return {
    async sign(text) {
      const signature = await crypto.subtle.sign('HMAC', key, encoder.encode(text))
      return `${text}.${base64url.encode(new Uint8Array(signature))}`
    },
    async open(signed) {
      const dot = signed.lastIndexOf('.')
      const text = signed.slice(0, Math.max(0, dot))
      try {
        const signature = new Uint8Array(base64url.decode(signed.slice(dot + 1)))
        const isOurs = await crypto.subtle.verify('HMAC', key, signature, encoder.encode(text))
        return isOurs ? text : undefined
      } catch {
        return undefined
      }
    },
  }
}
