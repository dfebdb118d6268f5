declare global {
  interface Window {
    /** Responses that the page requested before the console was loaded, by address. */
    earlyResponses?: Map<string, { token: string | undefined; response: Promise<Response> }>
  }
}

/** Older responses are not used. */
const maxAgeMilliseconds = 15_000

/** Takes the response to a request that the page sent with this token before the console loaded. */
export function takeEarlyResponse(
  address: string,
  token: string | undefined,
): Promise<Response> | undefined {
  const early = window.earlyResponses?.get(address)
  window.earlyResponses?.delete(address)
  return early !== undefined && early.token === token && performance.now() < maxAgeMilliseconds
    ? early.response
    : undefined
}
