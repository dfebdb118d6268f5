import { secureHeaders } from 'hono/secure-headers'

/** What the pages may load: only what this server hands out, and any engine's API. */
const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
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

/** What every page is sent with. */
export const pageHeaders = secureHeaders({
  contentSecurityPolicy: policy,
  xFrameOptions: 'DENY',
  crossOriginResourcePolicy: 'same-origin',
})
