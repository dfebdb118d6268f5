import { expect, type Page } from '@playwright/test'

interface HeldRequests {
  /** Of this method alone. */
  method?: string
  /** How many are not held back, as they come first. */
  after?: number
  /** Whether they get no response in the end. */
  isLost?: boolean
}

/**
 * Holds back the requests to an address until the returned function is called, which waits for the
 * first, and fails if there is none: the test would have checked what it sees while nothing was
 * held back.
 */
export async function holdRequests(
  page: Page,
  address: string | RegExp,
  { method, after = 0, isLost = false }: HeldRequests = {},
): Promise<() => Promise<void>> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let count = 0
  await page.route(address, async (route) => {
    if (method !== undefined && route.request().method() !== method) return route.continue()
    count += 1
    if (count <= after) return route.continue()
    await held
    await (isLost ? route.abort() : route.continue())
  })
  return async () => {
    await expect
      .poll(() => count, `no request to ${String(address)} was held back`)
      .toBeGreaterThan(after)
    letGo()
  }
}

/** Holds back the update of a record until the returned function is called. */
export const holdUpdate = (page: Page) => holdRequests(page, '**/api/**', { method: 'PATCH' })
