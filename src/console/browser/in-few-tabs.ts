/**
 * Runs something in at most a few tabs of the browser at once. In any other tab it does nothing.
 * @param name of the locks that the tabs share
 */
export async function inFewTabs(
  name: string,
  maxTabs: number,
  run: () => Promise<void>,
): Promise<void> {
  // Absent on pages that are served without TLS.
  if (!('locks' in navigator)) return run()
  for (let place = 1; place <= maxTabs; place += 1) {
    const wasFree = await navigator.locks.request(
      `${name} ${place}`,
      { ifAvailable: true },
      async (lock) => {
        if (lock !== null) await run()
        return lock !== null
      },
    )
    if (wasFree) return
  }
}
