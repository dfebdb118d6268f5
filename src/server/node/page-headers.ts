import { createHash } from 'node:crypto'
import { secureHeaders } from 'hono/secure-headers'

/** What the pages may load: only what this server hands out, and any engine's API. */
const policy = {
  defaultSrc: ["'self'"],
  // The component library sizes things by style attributes.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'https:', 'http:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'", 'https:', 'http:'],
  workerSrc: ["'self'", 'blob:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
}

/** Returns the hash by which a policy allows a script that is part of the page. */
function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/**
 * What every page is sent with.
 * @param scripts those that are part of the page
 */
export function pageHeaders(scripts: readonly string[]) {
  return secureHeaders({
    contentSecurityPolicy: { ...policy, scriptSrc: ["'self'", ...scripts.map(hashOf)] },
    xFrameOptions: 'DENY',
    crossOriginResourcePolicy: 'same-origin',
  })
}
