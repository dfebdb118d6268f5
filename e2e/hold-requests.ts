import { expect, type Page } from '@playwright/test'

/**
 * Holds back the requests to an address until the returned function is called, which fails if
 * there were none: the test would have checked what it sees while nothing was held back.
 */
export async function holdRequests(page: Page, address: string): Promise<() => void> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let count = 0
  await page.route(address, async (route) => {
    count += 1
    await held
    await route.continue()
  })
  return () => {
    expect(count, `No request to ${address} was held back`).toBeGreaterThan(0)
    letGo()
  }
}
