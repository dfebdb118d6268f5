import { v4 as uuid } from 'uuid'

/** Whether the browser can sign and read keys here: only where the connection is encrypted. */
export const hasWebCrypto = (): boolean => 'subtle' in crypto

/** Returns a random id. Unlike `crypto.randomUUID`, it needs no encrypted connection. */
export const randomId = (): string => uuid()
