import { createHash } from 'node:crypto'
import { secureHeaders } from 'hono/secure-headers'

/** Pages may load files only from this server, and call the API of any engine. */
const policy = {
  defaultSrc: ["'self'"],
  // The component library uses style attributes.
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

/** Returns the hash with which the policy allows an inline script. */
function hashOf(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`
}

/**
 * Sets the security headers of every page.
 * @param scripts the inline scripts of the page
 */
export function pageHeaders(scripts: readonly string[]) {
  return secureHeaders({
    contentSecurityPolicy: { ...policy, scriptSrc: ["'self'", ...scripts.map(hashOf)] },
    xFrameOptions: 'DENY',
    crossOriginResourcePolicy: 'same-origin',
  })
}

/**
 * Sets the security headers of the page that runs code of users (public/sandbox.html). Its content
 * has the rest of the policy. These are the parts that only headers can set: it has no origin, even
 * if it is opened by itself, and only the console may embed it.
 */
export function sandboxHeaders() {
  return secureHeaders({
    contentSecurityPolicy: { sandbox: ['allow-scripts'], frameAncestors: ["'self'"] },
    xFrameOptions: 'SAMEORIGIN',
    crossOriginResourcePolicy: 'same-origin',
  })
}
