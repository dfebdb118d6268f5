import { base64url } from 'jose'

/** A secret of 48 random bytes, base64url: long enough for HS512. */
export function newWorkspaceSecret(): string {
  return base64url.encode(crypto.getRandomValues(new Uint8Array(48)))
}
