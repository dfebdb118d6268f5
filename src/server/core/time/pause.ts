/** Waits, at most until the signal. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resume) => {
    const timer = setTimeout(wake, milliseconds)
    function wake() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', wake)
      resume()
    }
    signal?.addEventListener('abort', wake)
    if (signal?.aborted === true) wake()
  })
}
