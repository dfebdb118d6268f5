import type { Page } from '@playwright/test'

/** Lets the next request to an address take effect, but loses its response. */
export async function loseNextResponse(page: Page, address: string): Promise<void> {
  await page.route(
    address,
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
}
