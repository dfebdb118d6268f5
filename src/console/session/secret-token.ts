import { SignJWT } from 'jose'
import { serverTime } from '@/console/browser/server-time'

const lifetimeSeconds = 3600

/**
 * Signs a one-hour admin token with a workspace's secret, in the browser. The secret is not kept.
 */
export function tokenFromSecret(
  workspaceKey: string,
  secret: string,
  name: string,
): Promise<string> {
  const now = Math.floor(serverTime() / 1000)
  return new SignJWT({ workspaceKey, isAdmin: true, name })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuedAt(now)
    .setExpirationTime(now + lifetimeSeconds)
    .sign(new TextEncoder().encode(secret))
}
