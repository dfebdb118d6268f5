import { secureHeaders } from 'hono/secure-headers'

/** Pages may load files of this server only, and call the API of any engine. */
const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
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

/** Sets the security headers of every page. */
export const pageHeaders = secureHeaders({
  contentSecurityPolicy: policy,
  xFrameOptions: 'DENY',
  crossOriginResourcePolicy: 'same-origin',
})
