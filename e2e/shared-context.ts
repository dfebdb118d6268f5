import type { Browser, BrowserContext } from '@playwright/test'

/** The open contexts of a process, by the settings of their tests. */
export type SharedContexts = Map<string, BrowserContext>

/**
 * Opens a context for many tests, with a tab that stays open. The tests have tabs of their own in
 * the tab's process, where the code of the console is already compiled, so that a page takes less
 * processor time to load.
 */
export async function openSharedContext(browser: Browser, origin: string): Promise<BrowserContext> {
  const context = await browser.newContext()
  const tab = await context.newPage()
  await tab.goto(`${origin}/favicon.svg`)
  return context
}

/** Closes the tabs of a test, and undoes what it has done to the context. */
export async function forgetTest(context: BrowserContext): Promise<void> {
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  const [first, ...tabs] = context.pages()
  for (const tab of tabs) {
    await tab.unrouteAll({ behavior: 'ignoreErrors' })
    await tab.close()
  }
  await context.setOffline(false)
  await context.clearPermissions()
  if (first === undefined) return
  const devTools = await context.newCDPSession(first)
  await devTools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' })
  await devTools.detach()
}
