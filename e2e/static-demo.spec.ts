import { readdir } from 'node:fs/promises'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { z } from 'zod'
import { playLimitStory, playSupportStory } from './play-stories'
import { startStaticHost, type StaticHost } from './static-host'

let host: StaticHost
test.beforeEach(async () => {
  host = await startStaticHost('/some/path/')
})
test.afterEach(() => host.stop())

const demoBanner = (page: Page) => page.getByRole('complementary', { name: 'Demo' })

async function signIn(page: Page, role = 'admin'): Promise<void> {
  await page.getByRole('button', { name: `Sign in as ${role}` }).click()
  // On a later visit, it waits for the database.
  await expect(demoBanner(page)).toBeVisible({ timeout: 45_000 })
}

const openPage = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true }).click()

async function resetDemo(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reset demo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the demo?' })
  await dialog.getByRole('button', { name: 'Reset demo' }).click()
  await expect(page.getByText('Demo reset', { exact: true })).toBeVisible({ timeout: 45_000 })
}

/** Returns the token of the session in a tab. */
async function tokenOf(page: Page): Promise<string> {
  const session = await page.evaluate(() => sessionStorage.getItem('signalbox-session'))
  return z.object({ token: z.string() }).parse(JSON.parse(session ?? '')).token
}

/** Starts the database at each visit, like a browser that was closed in between. */
async function endWorkerWithPage(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const Shared = globalThis.SharedWorker
    globalThis.SharedWorker = class extends Shared {
      constructor(url: string | URL, options?: string | WorkerOptions) {
        const ended = { extendedLifetime: false }
        super(url, typeof options === 'object' ? { ...options, ...ended } : options)
      }
    }
  })
}

/** Leaves the demo, and waits until its worker has ended: a busy browser takes its time. */
async function endVisit(page: Page): Promise<void> {
  await page.goto(host.elsewhere)
  await page.evaluate(
    (name) => navigator.locks.request(name, () => {}),
    `signalbox ${new URL(host.address).pathname}`,
  )
}

/** Waits until the visit keeps all files, fonts of other scripts apart. */
async function untilKept(page: Page): Promise<void> {
  const files = (await readdir('dist/demo/assets')).filter((name) => !name.endsWith('.woff2'))
  await expect
    .poll(() =>
      page.evaluate(async (files) => {
        const kept = await (await caches.open('signalbox-assets')).keys()
        const names = new Set(kept.map(({ url }) => url.split('/').at(-1)))
        return files.filter((name) => !names.has(name))
      }, files),
    )
    .toEqual([])
}

test('the demo runs from files: stories, archive, reload, tabs, offline, reset @long', async ({
  page,
  context,
}) => {
  // The database starts five times.
  test.slow()
  const took: Record<string, string> = {}
  const measure = async (name: string, work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    took[name] = `${((performance.now() - start) / 1000).toFixed(1)} s`
  }
  await endWorkerWithPage(context)
  await measure('first visit', async () => {
    await page.goto(host.address)
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in as admin' })).toBeVisible({
      timeout: 45_000,
    })
  })
  took['sent until usable'] = `${(host.sentBytes() / 1e6).toFixed(1)} MB`
  await playLimitStory(page)
  await expect(demoBanner(page)).toContainText('runs in your browser alone')
  await openPage(page, 'Demo')
  const received = page.getByRole('log', { name: 'Received webhooks' })
  await expect(received).toContainText('alert.created')
  const outbox = page.getByRole('log', { name: 'Outbox' })
  await expect(outbox).toContainText('critical: API requests per second')

  // What was acknowledged survives a reload of the page, which comes from the service worker.
  await measure('later visit', async () => {
    await page.reload()
    await expect(received).toContainText('alert.created', { timeout: 45_000 })
  })
  expect(new URL(page.url()).pathname).toMatch(/^\/some\/path\/w\/[^/]+\/demo$/)
  await expect(outbox).toContainText('critical: API requests per second')

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
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.insertText(apps.join('\n'))
  await page.keyboard.press('Control+Enter')
  const sheet = page.getByRole('dialog', { name: /^Archive(d| apps)$/ })
  await sheet.getByRole('button', { name: 'Archive 2 apps' }).click()
  await expect(sheet.getByRole('status')).toHaveText('2 archived')
  const appsAddress = page.url()
  await sheet.getByRole('button', { name: 'Done' }).click()

  await untilKept(page)
  expect(host.sentTwice()).toEqual([])
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
  await playSupportStory(page)
  await openPage(page, 'Demo')
  await expect(page.getByText('No webhooks received yet.')).toBeVisible()
  await expect(page.getByText('No e-mails yet.')).toBeVisible()
  console.log(took)
})

test('a browser that keeps nothing runs the demo in memory, and says so @long', async ({
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

  // Without a service worker, only the host answers, and it knows no address of a page.
  await expect(page).toHaveURL(/\/some\/path\/\?open=w%2F[^/]+%2Fdemo$/)
  await page.goBack()
  await expect(page).not.toHaveURL(/demo$/)
  await page.goForward()
  await page.reload()
  await signIn(page)
  await expect(page.getByRole('region', { name: 'Lower a limit' })).toContainText('120 in effect')
})

test('when the browser stores nothing more, the demo goes on in memory @long', async ({
  page,
  context,
}) => {
  // The database starts three times.
  test.slow()
  const { origin } = new URL(host.address)
  const limit = page.getByRole('region', { name: 'Lower a limit' })
  const devTools = await context.newCDPSession(page)
  await test.step('the user deletes the stored data', async () => {
    await page.goto(host.address)
    await signIn(page)
    await expect(demoBanner(page)).toContainText('runs in your browser alone: nothing')
    await openPage(page, 'Demo')
    await expect(limit).toContainText('120 in effect')
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' })
    await page.getByRole('button', { name: 'Set it to 5' }).click()
    await expect(limit).toContainText('5 in effect')
    await resetDemo(page)
    await expect(limit).toContainText('120 in effect')
    await page.reload()
    await expect(demoBanner(page)).toContainText('doesn’t let it keep data')
  })
  await test.step('there is no room from the start', async () => {
    await devTools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
    await devTools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 3000 })
    await endVisit(page)
    await page.goto(host.address)
    await signIn(page)
    await expect(demoBanner(page)).toContainText('doesn’t let it keep data')
  })
})

test('files that are missing during a deployment are loaded once they are there @long', async ({
  page,
}) => {
  // The database starts twice.
  test.slow()
  const status = page.getByRole('status')
  await test.step('the script of the start page', async () => {
    host.withhold(/assets\/index-/)
    await page.goto(host.address)
    await expect(status).toHaveText('The demo could not be loaded. Reload the page to try again.')
  })
  await test.step('the data', async () => {
    host.withhold(/snapshot-/)
    await page.reload()
    await expect(status).toContainText('could not be started: the host sent something else for')
    await expect(status).toContainText('Reload the page')
  })
  await test.step('a page, and data that is declared as compressed pages', async () => {
    host.withhold(/assets\/limits-/)
    host.declareCompressed(/\.bin$/)
    await page.reload()
    await signIn(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await openPage(page, 'Limits')
    const outdated = page.getByRole('heading', { name: 'A new version is available' })
    await expect(outdated).toBeVisible()

    // The service worker of the next version waits until this page is closed.
    host.publish('<meta name="version" content="next" />')
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    const waits = () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)
    await expect.poll(waits).toBe(true)
    const reload = async () => {
      const button = page.getByRole('button', { name: 'Reload' }).first()
      await Promise.all([page.waitForEvent('load'), button.click()])
    }
    host.maintain(true)
    await reload()
    await expect(outdated).toBeVisible()
    host.maintain(false)
    await reload()
    await expect(outdated).toBeVisible()
    host.withhold()
    await reload()
    await expect(page.getByRole('grid', { name: 'Limits' })).toBeVisible()
    await expect(page.locator('meta[name="version"]')).toBeAttached()
    const logo = `${host.address}logos/github.svg`
    expect(await page.evaluate(async (url) => (await fetch(url)).status, logo)).toBe(200)
  })
})

test('a visit waits for another version of the demo only while that is open @long', async ({
  page,
  context,
}) => {
  // The database starts twice.
  test.slow()
  await page.addInitScript(() => {
    const Shared = globalThis.SharedWorker
    globalThis.SharedWorker = class extends Shared {
      constructor(url: string | URL, options?: string | WorkerOptions) {
        super(`${String(url)}?other-version`, options)
      }
    }
    // As when the page crashes.
    addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true })
  })
  await page.goto(host.address)
  await signIn(page)
  const visitor = await context.newPage()
  await visitor.goto(host.address)
  const status = visitor.locator('#start').getByRole('status')
  await expect(status).toContainText('Close that tab to continue here.')
  await expect(visitor.getByRole('progressbar')).toBeHidden()
  await page.close()
  // The new tab has the session of the closed one.
  await expect(demoBanner(visitor)).toBeVisible({ timeout: 45_000 })
})

test('a change in one tab appears in another, as a reset does @long', async ({ page, context }) => {
  await page.goto(host.address)
  await signIn(page)
  await openPage(page, 'Demo')
  const other = await context.newPage()
  await other.goto(page.url())
  const limit = other.getByRole('region', { name: 'Lower a limit' })
  await expect(limit).toContainText('120 in effect')
  await page.getByRole('button', { name: 'Set it to 5' }).click()
  await expect(limit).toContainText(': 5 in effect')
  await resetDemo(page)
  await expect(limit).toContainText('120 in effect')

  // Several tabs reset it at the same moment.
  const statuses = await page.evaluate(
    async ({ reset, token }) => {
      const headers = { Authorization: `Bearer ${token}` }
      const ask = async () => (await fetch(reset, { method: 'POST', headers })).status
      return Promise.all([ask(), ask(), ask()])
    },
    { reset: `${host.address}api/demo/reset`, token: await tokenOf(page) },
  )
  expect(statuses).toEqual([200, 200, 200])
  await page.reload()
  await page.getByRole('button', { name: 'Set it to 5' }).click()
  await expect(limit).toContainText(': 5 in effect')
})

test('an address outside the demo is not called; code of a connector has no origin @long', async ({
  page,
}) => {
  host.compressAll()
  // The host sends no headers. Embedded with an origin, the sandbox does not offer to run code.
  await page.goto(host.elsewhere)
  const messages = await page.evaluate(async (sandbox) => {
    const received: unknown[] = []
    const frame = document.createElement('iframe')
    frame.src = sandbox
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    const all = new Promise((resolve) => {
      window.addEventListener('message', ({ data }) => {
        received.push(data)
        if (data === 'last') resolve(received)
      })
    })
    document.body.append(frame)
    await loaded
    window.postMessage('last', '*')
    return all
  }, `${host.address}sandbox.html`)
  expect(messages).toEqual(['last'])

  await page.goto(host.address)
  await signIn(page)
  await openPage(page, 'Settings')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('The static demo sends no requests')).toBeVisible()

  // A link to a part of a page does not disturb Back.
  await page.getByRole('main').getByRole('link', { name: 'Webhook', exact: true }).click()
  await expect(page).toHaveURL(/#/)
  await openPage(page, 'Limits')
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()

  await openPage(page, 'Connectors')
  await page.getByRole('link', { name: 'HubSpot' }).first().click()
  await page.getByRole('button', { name: 'Test run of Token metadata' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByLabel('Returned value')).toContainText('"accountId": "example account_id"')
})

test('an old browser is refused clearly; a deep link opens its page at the first visit', async ({
  page,
  browser,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'DecompressionStream'))
  for (const address of [host.address.slice(0, -1), `${host.address}index.html`]) {
    await page.goto(address)
    await expect(page).toHaveURL(host.address)
    await expect(page.getByRole('status')).toHaveText(
      'This browser is too old for the demo. Use a current Chrome, Edge, Firefox or Safari.',
    )
  }
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
  await expect(visitor).toHaveURL(`${host.address}sign-in`)

  await visitor.emulateMedia({ colorScheme: 'dark' })
  await visitor.route('**/elsewhere/nothing', (route) =>
    route.fulfill({ path: 'dist/demo/404.html' }),
  )
  await visitor.goto(`${host.elsewhere}/nothing`)
  await expect(visitor.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await expect(visitor.getByRole('main')).toHaveCSS('background-color', 'rgb(17, 22, 28)')
  await visitor.close()
})

/** Puts code before that of the API in the files that are kept, as a later visit loads them. */
async function prependToApi(page: Page, code: string): Promise<void> {
  await page.evaluate(async (code) => {
    const cache = await caches.open('signalbox-assets')
    const api = (await cache.keys()).find(({ url }) => /\/api-[^/]+\.js$/.test(url))
    const known = api && (await cache.match(api))
    if (api === undefined || known === undefined) throw new Error('The API is not kept')
    const headers = { 'Content-Type': 'text/javascript' }
    await cache.put(api, new Response(`${code};${await known.text()}`, { headers }))
  }, code)
}

/** Moves the clock of the API by some days from the next visit on. */
const addDays = (page: Page, days: number) =>
  prependToApi(
    page,
    `{
      const Before = Date
      const now = () => Before.now() + ${days} * 86_400_000
      globalThis.Date = class extends Before {
        static now = now
        constructor(...parts) { super(...(parts.length === 0 ? [now()] : parts)) }
      }
    }`,
  )

test('a later visit shows the sign-in page at once, and renews unchanged data @long', async ({
  page,
  context,
}) => {
  // The database starts six times.
  test.slow()
  await endWorkerWithPage(context)
  host.withhold(/service-worker/)
  await page.goto(host.address)
  await signIn(page)
  const keptResponses = () =>
    page.evaluate(async () => {
      const kept = await (await caches.open('signalbox-assets')).keys()
      return kept.map(({ url }) => url).filter((url) => url.includes('?response='))
    })
  await expect.poll(keptResponses).toHaveLength(2)
  const responses = await keptResponses()

  // The service worker becomes active later, and finds responses of an earlier version too.
  host.withhold()
  await page.evaluate(
    async ({ scope, outdated }) => {
      const cache = await caches.open('signalbox-assets')
      for (const url of outdated) await cache.put(url, new Response('{}'))
      await navigator.serviceWorker.register(`${scope}service-worker.js`)
      const { active } = await navigator.serviceWorker.ready
      active?.postMessage({ kind: 'cache files' })
    },
    { scope: host.address, outdated: responses.map((url) => url.replace('/server-', '/earlier-')) },
  )
  await untilKept(page)
  expect(await keptResponses()).toEqual(responses)

  // The database of this visit waits for another tab.
  await prependToApi(page, `await navigator.locks.request('gate', () => {})`)
  const gate = await context.newPage()
  await gate.goto(host.elsewhere)
  await gate.evaluate(
    () =>
      new Promise<void>((resolve) => {
        void navigator.locks.request('gate', () => {
          resolve()
          return new Promise(() => {})
        })
      }),
  )
  await endVisit(page)
  await page.goto(`${host.address}sign-in`)
  const admin = page.getByRole('button', { name: 'Sign in as admin' })
  await admin.click()
  await expect(admin).toHaveAttribute('data-loading', 'true')
  const reader = page.getByRole('button', { name: 'Sign in as reader' })
  await expect(reader).not.toHaveAttribute('data-loading')
  await gate.close()
  await expect(demoBanner(page)).toContainText('runs in your browser alone')

  // Days later, nobody has changed anything.
  await addDays(page, 3)
  await page.clock.install({ time: Date.now() + 3 * 86_400_000 })
  await endVisit(page)
  await page.goto(`${host.address}sign-in`)
  await signIn(page)
  await expect(page.getByRole('region', { name: 'Now', exact: true })).toBeVisible()
  await expect(demoBanner(page)).not.toContainText('old')
  await openPage(page, 'Demo')
  await page.getByRole('button', { name: 'Set it to 5' }).click()
  await expect(page.getByRole('button', { name: 'Set to 5' })).toBeDisabled()

  // And later still, somebody has: that is kept.
  await addDays(page, 2)
  await page.clock.setSystemTime(Date.now() + 5 * 86_400_000)
  await endVisit(page)
  await page.goto(`${host.address}sign-in`)
  await signIn(page)
  await expect(demoBanner(page)).toContainText('The demo data is 2 days old.')
  await resetDemo(page)
  await expect(demoBanner(page)).not.toContainText('old')
})

test('a stored database that cannot be read is replaced by a fresh one @long', async ({
  page,
  context,
}) => {
  await endWorkerWithPage(context)
  await page.goto(host.address)
  await signIn(page)
  await untilKept(page)
  await endVisit(page)
  await page.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.addEventListener('success', () => {
          const database = opening.result
          const writing = database.transaction('files', 'readwrite')
          writing.objectStore('files').put({ kind: 'gone', size: 0, isNew: true }, '/global')
          writing.addEventListener('complete', () => {
            database.close()
            resolve()
          })
          writing.addEventListener('error', () => reject(new Error('It cannot be written')))
        })
      }),
    `signalbox ${new URL(host.address).pathname}`,
  )
  await page.goto(`${host.address}sign-in`)
  await signIn(page)
  await expect(page.getByRole('region', { name: 'Now', exact: true })).toBeVisible()
  await expect(demoBanner(page)).toContainText('runs in your browser alone: nothing')
})
