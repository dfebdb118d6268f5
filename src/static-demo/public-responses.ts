// Responses that need no token, kept so that a later visit shows the sign-in page while its
// database starts.
import { openAssetCache } from './asset-cache'
import { sitePath } from './site-path'

type Handle = (request: Request) => Promise<Response>

/** What the sign-in page reads. */
const addresses = ['demo', 'single-sign-on'].map((name) =>
  new URL(`${sitePath}api/${name}`, self.location.href).toString(),
)

/** Returns the response to a request as it was at the end of the visit before, if it is kept. */
export async function findPublicResponse({ method, url }: Request): Promise<Response | undefined> {
  if (method !== 'GET' || !addresses.includes(url)) return undefined
  return (await openAssetCache())?.match(url)
}

async function keep(handle: Handle): Promise<void> {
  const cache = await openAssetCache()
  if (cache === undefined) return
  for (const address of addresses) {
    const response = await handle(new Request(address))
    if (response.ok) await cache.put(address, response)
    else await cache.delete(address)
  }
}

let keeping = Promise.resolve()

/** Keeps the responses as they are now, for the next visit. */
export function keepPublicResponses(handle: Handle): void {
  // Without them, the next visit waits for its database.
  keeping = keeping.then(() => keep(handle)).catch(() => {})
}
