declare global {
  interface Window {
    /** Responses that the page asked for before the console was loaded, by address. */
    earlyResponses?: Map<string, { token: string; response: Promise<Response> }>
  }
}

/** After this a response is read again. */
const maxAgeMilliseconds = 15_000

/** Returns a response that was asked for with this token before the console was loaded, once. */
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
