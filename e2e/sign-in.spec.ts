import type { Page } from '@playwright/test'
import { z } from 'zod'
import { productionKey, workspaceId } from '@/server/demo/workspaces'
import { expectAccessible } from './accessibility'
import { expect, test, testInOwnContext } from './fixtures'
import { holdRequests } from './hold-requests'
import { originOf } from './servers'
import { reviewAndSave, signInWithSecret, signInWithToken, signOut } from './vocabulary'

/** Adds up in the page how far what it shows moves while it loads. */
const recordShifts = (page: Page) =>
  page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry)
          document.body.dataset['shifts'] = String(
            Number(document.body.dataset['shifts'] ?? 0) + Number(entry.value),
          )
    }).observe({ type: 'layout-shift', buffered: true })
  })

test('a visitor signs in to the demo without a secret, and sees that it is a demo', async ({
  page,
}) => {
  await recordShifts(page)
  // On a slow connection.
  await page.route(/\/api\/(demo|single-sign-on)$/, async (route) => {
    const response = await route.fetch()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.fulfill({ response })
  })
  await page.goto('/')
  await expect(page).toHaveURL(/sign-in/)
  await expect(page.getByText('This server runs demo data')).toBeVisible()
  expect(await page.evaluate(() => Number(document.body.dataset['shifts'] ?? 0))).toBeLessThan(0.1)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in as admin' }).click()
  await expect(page.getByRole('button', { name: 'Workspace: Larkfield Production' })).toBeVisible()
})

test('after signing out, a user can type the address of another engine', async ({ page }) => {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in as admin' }).click()
  await signOut(page)
  const session = () => page.evaluate(() => sessionStorage.getItem('signalbox-session'))
  await expect.poll(session).toBeNull()
  const address = page.getByRole('textbox', { name: 'Base URL of the API' })
  await address.press('End')
  await page.keyboard.type('/v2')
  await expect(address).toBeFocused()
  await expect(address).toHaveValue('/api/v2')
})

/** Holds back the code of pages, and counts the requests to the API. */
async function holdCode(page: Page) {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname + search)
  })
  return { asked, release: await holdRequests(page, '**/assets/*.js') }
}

test('before its code, the sign-in page is shown in outline and asks what it needs, once', async ({
  page,
}) => {
  const { asked, release } = await holdCode(page)
  await page.goto('/sign-in', { waitUntil: 'commit' })
  const outline = page.locator('#sign-in-frame p')
  await expect(outline).toBeVisible()
  const introduction = outline.evaluate((text) => getComputedStyle(text, '::after').content)
  expect(await introduction).toContain('The admin console of an integration engine')
  const early = ['/api/single-sign-on', '/api/demo']
  await expect.poll(() => asked).toEqual(early)
  await release()
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible()
  expect(asked).toEqual(early)
})

test('before its code, a page is shown in outline and reads its workspace, once', async ({
  page,
  workspace,
  open,
}) => {
  // It would tell that the workspace was created just now, so that it is read again.
  await page.route('**/api/changes?*', (route) => route.abort())
  const { asked, release } = await holdCode(page)
  const requestsBeforeFiles = page.waitForRequest(/\/assets\/limits-.*\.js$/).then(() => [...asked])
  const opened = open('/limits')
  await expect(page.locator('#workspace-frame b')).toBeVisible()
  const record = `/api/org-workspaces/${workspace.id}?includeArchived=true`
  const early = ['/api/org-workspaces?limit=1', record]
  expect(await requestsBeforeFiles).toEqual(early)
  const outline = page.locator('#workspace-frame p')
  const introduction = outline.evaluate((text) => getComputedStyle(text, '::after').content)
  expect(await introduction).toContain('What this workspace can use')
  await release()
  await opened
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByText('What this workspace can use')).toBeVisible()
  await expect(page.locator('#workspace-frame b')).toBeHidden()
  expect(asked.filter((address) => early.includes(address))).toEqual(early)
})

test('while its workspace is being read, the first page keeps its frame', async ({
  page,
  workspace,
  open,
}) => {
  const release = await holdRequests(page, `**/api/org-workspaces/${workspace.id}?*`)
  const opened = open('/limits')
  await expect(page.locator('#root > style').first()).toBeAttached()
  // Longer than a page may take before something else is shown.
  await page.waitForTimeout(800)
  await expect(page.locator('#workspace-frame b')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Loading' })).toBeHidden()
  await release()
  await opened
  await expect(page.getByRole('grid')).toBeVisible()
})

/** Whether the largest text that the page has painted so far is one of the outline. */
function isLargestInOutline(page: Page): Promise<boolean> {
  return page.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        new PerformanceObserver((list) => {
          const largest = list.getEntries().at(-1)
          const element = largest !== undefined && 'element' in largest ? largest.element : null
          resolve(element instanceof Element && element.closest('#frame') !== null)
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}

testInOwnContext(
  'on a phone, the outline already paints the largest text of sign-in and overview',
  async ({ page, open }) => {
    await page.setViewportSize({ width: 412, height: 823 })
    await page.goto('/sign-in')
    await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible()
    await expect(page.getByText('Set limits and alerts')).toBeVisible()
    expect(await isLargestInOutline(page)).toBe(true)
    // A fast computer with cached code would paint the page first.
    const letGo = await holdRequests(page, '**/assets/start-*.js')
    const opened = open('')
    await page.waitForURL('**/w/*', { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    await letGo()
    await opened
    await expect(page.getByText('What needs attention now')).toBeVisible()
    await expect(page.getByText('Workspace key')).toBeVisible()
    expect(await isLargestInOutline(page)).toBe(true)
  },
)

test('a page whose data takes its time says what it is for, and is accessible', async ({
  page,
  open,
}) => {
  await open('/settings')
  const release = await holdRequests(page, '**/assets/history-*.js')
  const link = page.getByRole('link', { name: 'History', exact: true })
  // The pointer is over the link before it is clicked, which already requests the page.
  const requested = page.waitForRequest('**/assets/history-*.js')
  await link.hover()
  await requested
  await link.click()
  const outline = page.getByRole('group', { name: 'Loading' })
  await expect(outline.getByText('Every change in this workspace')).toBeVisible()
  await expectAccessible(page)
  const moving = await page.evaluate(
    () => document.getAnimations().filter(({ playState }) => playState === 'running').length,
  )
  expect(moving, 'with reduced motion').toBe(0)
  await release()
  await expect(page.getByRole('heading', { name: 'History', exact: true })).toBeVisible()
  await expect(outline).toBeHidden()
})

testInOwnContext('a page loads each of its files once', async ({ page, open }) => {
  const files: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/assets/')) files.push(pathname)
  })
  await open('/limits')
  await expect(page.getByRole('grid')).toBeVisible()
  expect(files).toContainEqual(expect.stringMatching(/\.css$/))
  expect(files).toEqual([...new Set(files)])
})

test('the first page complies with its Content-Security-Policy', async ({ page }) => {
  const refused: string[] = []
  page.on(
    'console',
    (message) => message.text().startsWith('refused:') && refused.push(message.text()),
  )
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      console.error(`refused: ${violatedDirective}`),
    ),
  )
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign in as admin' }).click()
  await expect(page.getByRole('region', { name: 'Who can sign in' })).toBeVisible()
  expect(refused).toEqual([])
})

test('a user signs in with key and secret, and the secret is not stored', async ({
  page,
  workspace,
}) => {
  await page.goto('/sign-in')
  await signInWithSecret(page, workspace)
  await expect(page.getByRole('button', { name: `Workspace: ${workspace.name}` })).toBeVisible()
  const kept = await page.evaluate(() =>
    [...Object.values(localStorage), ...Object.values(sessionStorage)].join(' '),
  )
  expect(kept).not.toContain(workspace.secret)
  expect(await page.evaluate(() => Object.values(localStorage).join(' '))).not.toMatch(/eyJ/)
})

test('a wrong token is refused with an explanation, and the right one works', async ({
  page,
  workspace,
  tokenFor,
}) => {
  await page.goto('/sign-in')
  await signInWithToken(page, 'eyJhbGciOiJIUzI1NiJ9.e30.AAAA')
  const refusal = page.getByRole('alert').filter({ hasText: 'cannot be verified' })
  await expect(refusal, 'beside the button').toBeInViewport()
  await signInWithToken(page, await tokenFor('admin'))
  await expect(page.getByRole('button', { name: `Workspace: ${workspace.name}` })).toBeVisible()
})

test('a link opens its page after signing in', async ({ page }) => {
  await page.goto(`/w/${workspaceId(productionKey)}/limits?q=hour`)
  await page.getByRole('button', { name: 'Sign in as admin' }).click()
  await expect(page.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Find a limit' })).toHaveValue('hour')
})

test('an operator switches workspaces, and restores one from the switcher @long', async ({
  page,
  api,
  workspace,
  open,
}) => {
  await open('/settings', 'operator')
  const { id: archived } = await api.newWorkspace(`${workspace.name} archived`)
  await api.send('DELETE', `/org-workspaces/${archived}`)
  const lists = '**/api/org-workspaces?*includeArchived=*'
  let failing = 0
  await page.route(lists, async (route) => {
    failing++
    await route.fulfill({ status: 400, json: { message: 'Failed' } })
    failing--
  })
  await page.reload()
  await page.getByRole('button', { name: /^Workspace: / }).click()
  const search = page.getByRole('textbox', { name: 'Find a workspace' })
  await search.fill('No such name')
  await expect(page.getByText('The other workspaces can’t be listed.')).toBeVisible()
  await expect(page.getByText('No results')).toBeHidden()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused()
  // While a request is on its way, trying again would wait for that one.
  await expect.poll(() => failing).toBe(0)
  await page.unroute(lists)
  await page.keyboard.press('Enter')
  await expect(page.getByText('No results')).toBeVisible()
  await expect(search, 'the focus stays in the list').toBeFocused()
  await expectAccessible(page)
  await search.fill(`${workspace.name} archived`)
  await expect(
    page.getByRole('option', { name: `Restore ${workspace.name} archived` }),
  ).toBeVisible()
  await expectAccessible(page)
  await search.press('ArrowDown')
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(page.getByText(`${workspace.name} archived restored`)).toBeVisible()
  expect((await api.workspace(archived)).archivedAt).toBeUndefined()
})

test('switching workspaces on the page of a limit opens the same limit there', async ({
  page,
  api,
  workspace,
  open,
}) => {
  const other = await api.newWorkspace(`${workspace.name} other`)
  await open('/limits/apiRequestsPerSecond', 'operator')
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('option', { name: other.name }).click()
  await expect(page).toHaveURL(new RegExp(`/w/${other.id}/limits/apiRequestsPerSecond`))
})

test('earlier sign-ins are remembered without secrets, until the user removes them @long', async ({
  page,
  workspace,
}) => {
  await page.goto('/sign-in')
  await signInWithSecret(page, workspace)
  await signOut(page)
  await expect(page.getByRole('button', { name: `Forget ${workspace.name}` })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: new RegExp(`^${workspace.name} at`) }).click()
  await page.getByRole('tab', { name: 'Workspace key and secret' }).click()
  await expect(page.getByRole('textbox', { name: 'Workspace key' })).toHaveValue(workspace.key)
  await page.getByRole('button', { name: `Forget ${workspace.name}` }).click()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeVisible()
  await expect(page.getByRole('button', { name: new RegExp(`^${workspace.name} at`) })).toBeHidden()
})

test('typing the base URL contacts no host until it is complete, and keeps the token', async ({
  page,
}) => {
  const called: string[] = []
  page.on('request', (request) => called.push(request.url()))
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Access token' }).fill('typed before')
  const address = page.getByRole('textbox', { name: 'Base URL of the API' })
  await address.fill('')
  await address.pressSequentially('engine.example')
  await address.blur()
  await expect(page.getByText('Start with https:// or http://')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Access token' })).toHaveValue('typed before')
  expect(called.filter((url) => /engine/.test(url))).toEqual([])
  await address.fill('/other')
  await page.getByRole('button', { name: 'Sign in with the token' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: /base URL|not found|nothing/i }),
  ).toBeVisible()
})

test('a token is accepted as it is copied: with Bearer, and wrapped by an e-mail', async ({
  page,
  tokenFor,
}) => {
  const token = await tokenFor('admin')
  await page.goto('/sign-in')
  const field = page.getByRole('textbox', { name: 'Access token' })
  await field.fill(`${token.slice(0, 20)}…`)
  await page.getByRole('button', { name: 'Sign in with the token' }).click()
  await expect(page.getByRole('alert').first()).toContainText('can’t be a token')
  await field.fill(`Bearer ${token.slice(0, 76)} ${token.slice(76)}`)
  await page.getByRole('button', { name: 'Sign in with the token' }).click()
  await expect(page.getByRole('button', { name: /^Workspace: Test/ })).toBeVisible()
})

test('an engine that knows the path of workspaces, but can’t list them, is signed in to', async ({
  page,
  tokenFor,
  workspace,
}) => {
  await page.route('**/api/org-workspaces?*', (route) =>
    route.fulfill({ status: 405, json: { type: 'bad_request', message: 'Use another method' } }),
  )
  await page.goto('/sign-in')
  await signInWithToken(page, await tokenFor('admin'))
  const workspaceId = page.getByRole('textbox', { name: 'Workspace id' })
  await workspaceId.fill('  ')
  await workspaceId.press('Enter')
  await expect(page.getByRole('button', { name: 'Open workspace' })).toBeDisabled()
  await workspaceId.fill(workspace.id)
  await page.getByRole('button', { name: 'Open workspace' }).click()
  await expect(page.getByRole('button', { name: `Workspace: ${workspace.name}` })).toBeVisible()
})

test('an operator of an organization without workspaces is told how to create one', async ({
  page,
  tokenFor,
}) => {
  await page.route('**/api/org-workspaces?*', (route) => route.fulfill({ json: { items: [] } }))
  await page.goto('/sign-in')
  await signInWithToken(page, await tokenFor('operator'))
  await expect(page.getByRole('heading', { name: 'No workspaces yet' })).toBeVisible()
  await expect(page.getByText('POST /org-workspaces')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/api/org-workspaces?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: /^Workspace:/ })).toBeVisible()
})

testInOwnContext(
  'a clock that is wrong neither ends a session, nor dates what happens @long',
  async ({ page, context, open, admin, workspace }) => {
    for (const hours of [2, -2]) {
      await context.addInitScript((ahead) => {
        const Right = Date
        const wrong = () => Right.now() + ahead * 3_600_000
        globalThis.Date = new Proxy(Right, {
          construct: (_date, parts) =>
            Reflect.construct(Right, parts.length > 0 ? parts : [wrong()]),
          get: (date, name) => (name === 'now' ? wrong : Reflect.get(date, name)),
        })
      }, hours)
      await admin.send('POST', '/alerts/test', {})
      await open('/raised-alerts')
      const row = page.getByRole('row', { name: /Test alert/ }).first()
      await expect(row).toContainText('just now')
      await expect(page.getByText('Your session expired')).toBeHidden()
      await row.getByRole('button', { name: 'Mute Test alert' }).click()
      await page.getByRole('menuitem', { name: '1 hour' }).click()
      await expect(row.getByRole('button', { name: 'Unmute Test alert' })).toBeVisible()
      const mutes = z
        .object({ items: z.array(z.object({ mutedUntil: z.string() })) })
        .parse(await admin.send('GET', '/alerts/mutes'))
      const left = Date.parse(mutes.items[0]?.mutedUntil ?? '') - Date.now()
      expect(Math.abs(left - 3_600_000)).toBeLessThan(120_000)
      await row.getByRole('button', { name: 'Unmute Test alert' }).click()
      await expect(row.getByRole('button', { name: 'Mute Test alert' })).toBeVisible()

      await signOut(page)
      await signInWithSecret(page, workspace)
      await expect(page.getByRole('button', { name: `Workspace: ${workspace.name}` })).toBeVisible()
    }
  },
)

test('without encryption, the page warns; what it says works; the rest says why @long', async ({
  playwright,
  launchOptions,
  tokenFor,
}) => {
  // A browser trusts the address of this machine without encryption, unlike a host name.
  const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP console.test 127.0.0.1']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage()
  await page.goto(`${originOf('main').replace('127.0.0.1', 'console.test')}/sign-in`)
  await expect(page.getByRole('alert')).toContainText('This connection is not encrypted')
  await page.getByRole('tab', { name: 'Workspace key and secret' }).click()
  await page.getByRole('textbox', { name: 'Workspace key' }).fill('some-key')
  await page.getByLabel('Workspace secret').fill('some secret')
  await page.getByRole('button', { name: 'Sign in with the secret' }).click()
  await expect(page.getByText('Signing in with a secret needs https')).toBeVisible()
  await page.getByRole('tab', { name: 'Access token' }).click()
  await signInWithToken(page, await tokenFor('admin'))

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByRole('switch', { name: 'API logs' }).click()
  await reviewAndSave(page)
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: 1 change')).toBeVisible()
  await page.getByRole('button', { name: 'Add a key' }).click()
  const adding = page.getByRole('group', { name: 'Add keys' })
  await adding.getByLabel('Public key').fill('{"kty": "EC"}')
  await expect(adding).toContainText('Reading keys needs https')
  await browser.close()
})
