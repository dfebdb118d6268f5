/**
 * Runs something in at most a few tabs of the browser at once.
 * @param name of the locks that the tabs share
 * @returns whether it was run in this tab
 */
export async function inFewTabs(
  name: string,
  maxTabs: number,
  run: () => Promise<void>,
): Promise<boolean> {
  // Absent on pages that are served without TLS.
  if (!('locks' in navigator)) {
    await run()
    return true
  }
  for (let place = 1; place <= maxTabs; place += 1) {
    const wasFree = await navigator.locks.request(
      `${name} ${place}`,
      { ifAvailable: true },
      async (lock) => {
        if (lock !== null) await run()
        return lock !== null
      },
    )
    if (wasFree) return true
  }
  return false
}
