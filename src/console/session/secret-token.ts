import { SignJWT } from 'jose'

const lifetimeSeconds = 3600

/** Makes an hour’s admin token from a workspace’s key and secret, in the browser: the secret is used here and then forgotten. */
export function tokenFromSecret(
  workspaceKey: string,
  secret: string,
  name: string,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT({ workspaceKey, isAdmin: true, name })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(new TextEncoder().encode(secret))
}
