import { expect, test, type Page } from '@playwright/test'
import { startStaticHost, type StaticHost } from './static-host'

let host: StaticHost
test.beforeEach(async () => {
  host = await startStaticHost('/some/path/')
})
test.afterEach(() => host.stop())

const demoBanner = (page: Page) => page.getByRole('complementary', { name: 'Demo' })

async function signIn(page: Page, role = 'admin'): Promise<void> {
  await page.getByRole('button', { name: `Sign in as ${role}` }).click()
  await expect(demoBanner(page)).toBeVisible()
}

const openPage = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

async function resetDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reset demo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the demo?' })
  await dialog.getByRole('button', { name: 'Reset demo' }).click()
  await expect(page.getByText('Demo reset')).toBeVisible()
}

test('the demo runs from files: story, bulk archive, reload, tabs, offline, reset', async ({
  page,
  context,
}) => {
  const took: Record<string, string> = {}
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    took[name] = `${((performance.now() - start) / 1000).toFixed(1)} s`
  }
  await measure('first visit', async () => {
    await page.goto(host.address)
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in as admin' })).toBeVisible()
  })
  took['sent until usable'] = `${(host.sentBytes() / 1e6).toFixed(1)} MB`
  await signIn(page)
  await expect(demoBanner(page)).toContainText('runs in your browser alone')

  // A limit is lowered, traffic is refused, an alert is raised, its webhook arrives.
  await openPage(page, 'Demo')
  await page.getByRole('button', { name: 'Set it to 5' }).click()
  await expect(page.getByRole('button', { name: 'Set to 5' })).toBeDisabled()
  await page.getByRole('button', { name: 'Send traffic' }).click()
  await expect(page.getByText(/429: The limit 'API requests per second'/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Watch the usage' })).toContainText('critical')
  const received = page.getByRole('log', { name: 'Received webhooks' })
  await expect(received).toContainText('alert.created')
  const outbox = page.getByRole('log', { name: 'Outbox' })
  await expect(outbox).toContainText('critical: API requests per second')

  // What was acknowledged survives a reload of the page, which comes from the service worker.
  await measure('later visit', async () => {
    await page.reload()
    await expect(page.getByRole('button', { name: 'Set to 5' })).toBeDisabled()
  })
  expect(new URL(page.url()).pathname).toMatch(/^\/some\/path\/w\/[^/]+\/demo$/)
  await expect(received).toContainText('alert.created')
  await expect(outbox).toContainText('critical: API requests per second')

  // The limit is put back, or else it may refuse what follows.
  await page.getByRole('button', { name: 'Set it to 120' }).click()
  await expect(page.getByRole('region', { name: 'Lower a limit' })).toContainText('120 in effect')

  // A bulk archive, and its undo from another tab, without the host.
  await openPage(page, 'Apps')
  await expect(page.getByRole('checkbox', { name: /^Select / }).nth(3)).toBeVisible()
  const names = await page.getByRole('checkbox', { name: /^Select / }).all()
  // The first one selects all.
  const [first, second] = await Promise.all(
    names.slice(1, 3).map(async (box) => (await box.getAttribute('aria-label')) ?? ''),
  )
  const apps = [first, second].map((label) => (label ?? '').replace('Select ', ''))
  await page.getByRole('button', { name: 'Archive a list…' }).click()
  await page.keyboard.insertText(apps.join('\n'))
  await page.keyboard.press('Control+Enter')
  const sheet = page.getByRole('dialog', { name: /^Archive(d| apps)$/ })
  await sheet.getByRole('button', { name: 'Archive 2 apps' }).click()
  await expect(sheet.getByRole('status')).toHaveText('2 archived')
  const appsAddress = page.url()
  await sheet.getByRole('button', { name: 'Done' }).click()

  // All files are kept by now, or soon.
  await expect
    .poll(() =>
      page.evaluate(async () => (await (await caches.open('signalbox-assets')).keys()).length),
    )
    .toBeGreaterThan(100)
  await expect
    .poll(() =>
      page.evaluate(async () =>
        (await (await caches.open('signalbox-assets')).keys()).some(({ url }) =>
          url.includes('/logos-'),
        ),
      ),
    )
    .toBe(true)
  took['sent at all'] = `${(host.sentBytes() / 1e6).toFixed(1)} MB`
  await host.stop()
  await context.setOffline(true)

  const other = await context.newPage()
  await other.goto(appsAddress)
  await other.getByRole('button', { name: 'More' }).click()
  await other.getByRole('menuitem', { name: /Recent bulk archives/ }).click()
  await other
    .getByRole('dialog', { name: 'Recent bulk archives' })
    .getByRole('button', { name: 'Undo' })
    .first()
    .click()
  await expect(other.getByText('2 apps restored')).toBeVisible()

  await page.reload()
  await expect(page.getByRole('checkbox', { name: `Select ${apps[0]}` })).toBeVisible()
  await openPage(page, 'Demo')
  await expect(received).toContainText('alert.created')
  await measure('reset', () => resetDemo(page))
  await expect(page.getByText('No webhooks received yet.')).toBeVisible()
  await expect(page.getByText('No e-mails yet.')).toBeVisible()
  console.log(took)
})

test('a browser that lets the page keep nothing runs the demo in memory, and says so', async ({
  page,
}) => {
  // What blocking all site data does, in the page and in its workers.
  const denyStorage = () => {
    const deny = () => {
      throw new DOMException('Denied', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(globalThis, name, { get: deny })
    Object.defineProperty(CacheStorage.prototype, 'open', { value: async () => deny() })
    Object.defineProperty(LockManager.prototype, 'request', { value: async () => deny() })
    if ('ServiceWorkerContainer' in globalThis)
      ServiceWorkerContainer.prototype.register = async () => deny()
  }
  await page.addInitScript(denyStorage)
  await page.route('**/assets/server-*.js', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: `(${String(denyStorage)})();${await response.text()}` })
  })
  await page.goto(host.address)
  await signIn(page)
  await expect(demoBanner(page)).toContainText('doesn’t let it keep data')
  await openPage(page, 'Demo')
  await page.getByRole('button', { name: 'Set it to 5' }).click()
  await expect(page.getByRole('button', { name: 'Set to 5' })).toBeDisabled()
  await resetDemo(page)
  await expect(page.getByRole('region', { name: 'Lower a limit' })).toContainText('120 in effect')
})

test('an old browser is refused clearly; a deep link opens its page at the first visit', async ({
  page,
  browser,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'DecompressionStream'))
  await page.goto(host.address)
  await expect(page.getByRole('status')).toHaveText(
    'This browser is too old for the demo. Use a current Chrome, Edge, Firefox or Safari.',
  )
  await expect(page.getByRole('progressbar')).toBeHidden()

  // As a host does that sends 404.html for an address without a file.
  const visitor = await browser.newPage()
  await visitor.route('**/some/path/sign-in', (route) =>
    route.fulfill({ path: 'dist/demo/404.html' }),
  )
  await visitor.goto(`${host.address}sign-in`)
  // A second database starts while another test runs.
  await expect(visitor.getByRole('button', { name: 'Sign in as reader' })).toBeVisible({
    timeout: 45_000,
  })
  expect(new URL(visitor.url()).pathname).toBe('/some/path/sign-in')
  await visitor.close()
})
