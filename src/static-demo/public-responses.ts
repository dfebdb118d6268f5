// Responses that need no token. The worker stores them, and later visits use them while the worker
// is starting its database.
import { openAssetCache } from './asset-cache'
import { requestSchema } from './messages'
import { sitePath } from './site-path'

type Handle = (request: Request) => Promise<Response>

/** The requests of the sign-in page. */
const addresses = ['demo', 'single-sign-on'].map((name) =>
  new URL(`${sitePath}api/${name}`, self.location.href).toString(),
)

/**
 * Where a response is cached: at the address of the server's script, which names the version of the
 * demo. Another version neither finds it nor lets the service worker keep it.
 */
const cacheKey = (server: string, address: string) =>
  `${server}?response=${encodeURIComponent(address)}`

/**
 * Returns the response to a request from the end of the previous visit, if it is stored.
 * @param server the address of the server's script
 */
export async function findPublicResponse(
  server: string,
  message: unknown,
): Promise<Response | undefined> {
  const { data: request } = requestSchema.safeParse(message)
  if (request?.method !== 'GET' || !addresses.includes(request.url)) return undefined
  return (await openAssetCache())?.match(cacheKey(server, request.url))
}

async function store(handle: Handle): Promise<void> {
  const cache = await openAssetCache()
  if (cache === undefined) return
  for (const address of addresses) {
    const response = await handle(new Request(address))
    const key = cacheKey(self.location.href, address)
    if (response.ok) await cache.put(key, response)
    else await cache.delete(key)
  }
}

let storing = Promise.resolve()

/** Stores the current responses for the next visit. */
export function storePublicResponses(handle: Handle): void {
  // If they are missing, the next visit waits for its database.
  storing = storing.then(() => store(handle)).catch(() => {})
}
