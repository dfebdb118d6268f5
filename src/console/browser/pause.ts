/** Waits for some time, or until the signal aborts. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    if (signal?.aborted === true) return resume()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resume()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}
