import type { Page } from '@playwright/test'
import { SignJWT } from 'jose'
import { expectAccessible } from './accessibility'
import { expect, signIn, test, type Api, type TestWorkspace, testInOwnContext } from './fixtures'
import { bySecret } from './signed-token'
import { signInWithToken, signOut } from './vocabulary'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' })
const banner = (page: Page) =>
  page.getByRole('status').filter({
    hasText: 'Your session expired. Sign in to continue; your changes are kept.',
  })

/** Revokes the tokens that the server issued for a workspace. */
async function revokeTokens(api: Api, { id }: TestWorkspace): Promise<void> {
  await api.send('DELETE', `/org-workspaces/${id}/access-tokens`)
}

/**
 * Ends the session while the next save is in flight. Ended earlier, a background request of the
 * page could fail first.
 */
async function endTokenWithNextSave(page: Page, api: Api, workspace: TestWorkspace): Promise<void> {
  let ended = false
  await page.route(`**/org-workspaces/${workspace.id}`, async (route) => {
    if (!ended && route.request().method() === 'PATCH') {
      ended = true
      await revokeTokens(api, workspace)
    }
    await route.continue()
  })
}

/** Waits until the requests that the page has sent so far have had their responses. */
async function requestsAreOver(page: Page): Promise<void> {
  await page.evaluate(async () => (await fetch('/api/demo')).text())
}

/** Types a name, reviews it and clicks save. */
async function saveName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
}

/** Signs in again with a token, in the dialog that asks for it. */
const signInAgain = (page: Page, token: string) => signInWithToken(dialogOf(page), token)

test('signing in again keeps the workspace and role, and saves the change @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await endTokenWithNextSave(page, api, workspace)
  await saveName(page, 'Saved after signing in again')
  const again = dialogOf(page)
  await expect(again).toBeVisible()
  const chosen = again.getByLabel('Workspace', { exact: true }).locator('option:checked')
  await expect(chosen).toHaveText(workspace.name)
  await expectAccessible(page)
  await again.getByRole('button', { name: 'Sign in as admin' }).click()
  await expect(page.getByText(/^Changes to .+ saved$/)).toBeVisible()
  expect((await api.workspace(workspace.id)).name).toBe('Saved after signing in again')
})

test('signing in again to another workspace is refused, and nothing is sent there', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const other = await api.newWorkspace(`${workspace.name} other`)
  const token = await api.newToken(other.id, { isAdmin: true })
  await open('/settings')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await endTokenWithNextSave(page, api, workspace)
  await saveName(page, 'Not for the other one')
  const again = dialogOf(page)
  await signInAgain(page, token)
  await expect(again.getByRole('alert', { name: 'This sign-in' })).toContainText(
    `This sign-in is for the workspace '${other.name}'. Sign in to '${workspace.key}' to continue.`,
  )
  await expect(again).toBeVisible()
  expect((await api.workspace(other.id)).name).toBe(other.name)
})

test('signing in again as a reader is refused while there are unsaved changes', async ({
  page,
  open,
  api,
  workspace,
  tokenFor,
}) => {
  await open('/settings')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await endTokenWithNextSave(page, api, workspace)
  await saveName(page, 'Typed as an admin')
  const again = dialogOf(page)
  // A token that is issued before would be revoked with the others.
  await expect(again).toBeVisible()
  const token = again.getByRole('textbox', { name: 'Access token' })
  await token.fill(await tokenFor('reader'))
  await token.press('Enter')
  await expect(again.getByRole('alert', { name: /can’t save your changes/ })).toBeVisible()
  await token.fill(await tokenFor('admin'))
  await token.press('Enter')
  await expect(page.getByText(/^Changes to .+ saved$/)).toBeVisible()
  expect((await api.workspace(workspace.id)).name).toBe('Typed as an admin')
})

test('a reader who signs in after an admin sees none of the admin’s data @long', async ({
  page,
  api,
  workspace,
  tokenFor,
}) => {
  await signIn(page, await bySecret(workspace), workspace.id, '/settings')
  await page.getByRole('heading', { name: 'Internal' }).click()
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await expect(page.getByText(workspace.secret)).toBeVisible()
  await api.send('DELETE', `/org-workspaces/${workspace.id}`)
  const again = dialogOf(page)
  await expect(again).toBeVisible()
  await api.send('POST', `/org-workspaces/${workspace.id}/restore`)
  await again.getByRole('tab', { name: 'Access token' }).click()
  await signInAgain(page, await tokenFor('reader'))
  await expect(again).toBeHidden()
  await expect(page.getByText('You don’t have access to the Settings page')).toBeVisible()
  expect(await page.content()).not.toContain(workspace.secret)
})

testInOwnContext(
  'a watched page asks to sign in as soon as the server refuses the token',
  async ({ page, open, api, workspace }) => {
    await page.clock.install()
    const watch = page.waitForResponse(/\/changes\?/)
    await open('/deliveries')
    await watch
    // A poll that was due before the watch began. Later ones come less often than this test waits.
    await page.clock.runFor(6000)
    await requestsAreOver(page)
    await revokeTokens(api, workspace)
    await expect(dialogOf(page)).toBeVisible()
  },
)

testInOwnContext(
  'after canceling the sign-in, the page asks again only when the user acts @long',
  async ({ page, open, api, workspace, tokenFor }) => {
    await page.clock.install()
    await open('/deliveries')
    await expect(page.getByRole('heading', { name: 'Deliveries', exact: true })).toBeVisible()
    await revokeTokens(api, workspace)
    const again = dialogOf(page)
    await page.clock.runFor(5000)
    await expect(again).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(again).toBeHidden()
    await expect(banner(page)).toBeVisible()
    for (let polls = 0; polls < 4; polls += 1) {
      await page.clock.runFor(4000)
      await requestsAreOver(page)
      await expect(again).toBeHidden()
    }
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Connectors' }).click()
    await expect(again, 'a navigation asks again').toBeVisible()
    await again.getByRole('button', { name: 'Close' }).click()
    await expect(again).toBeHidden()
    // What the page reads later than a second after the navigation waits, with no button to retry.
    await page.getByText('Archived', { exact: true }).click()
    await expect(again, 'so does a click').toBeVisible()
    await again.getByRole('button', { name: 'Close' }).click()

    await banner(page).getByRole('button', { name: 'Sign in' }).click()
    await signInAgain(page, await tokenFor('admin'))
    await expect(again).toBeHidden()
    await expect(banner(page)).toBeHidden()
  },
)

test('a canceled save keeps the input, and saving again asks for sign-in again @long', async ({
  page,
  open,
  api,
  workspace,
  tokenFor,
}) => {
  await open('/settings')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await endTokenWithNextSave(page, api, workspace)
  await saveName(page, 'Kept through two dialogs')
  const again = dialogOf(page)
  await again.getByRole('button', { name: 'Close' }).click()
  const review = page.getByRole('dialog', { name: 'Review 1 change' })
  await expect(review.getByRole('alert')).toBeVisible()
  await review.getByRole('button', { name: 'Save 1 change' }).click()
  await signInAgain(page, await tokenFor('admin'))
  await expect(page.getByText(/^Changes to .+ saved$/)).toBeVisible()
  expect((await api.workspace(workspace.id)).name).toBe('Kept through two dialogs')
})

test('a late refusal of the old token does not end the new session @long', async ({
  page,
  open,
  api,
  workspace,
  tokenFor,
}) => {
  await open('/settings')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let held = false
  let refusal: number | undefined
  await page.route(`**/org-workspaces/${workspace.id}`, async (route) => {
    if (held || route.request().method() !== 'PATCH') return route.continue()
    held = true
    await revokeTokens(api, workspace)
    const response = await route.fetch()
    refusal = response.status()
    await released
    return route.fulfill({ response })
  })
  await saveName(page, 'Repeated with the new token')
  // In the meantime a background request of the page asks for the sign-in.
  const again = dialogOf(page)
  await expect(again).toBeVisible()
  await expect.poll(() => refusal).toBe(401)
  await signInAgain(page, await tokenFor('admin'))
  await expect(again).toBeHidden()
  release()
  await expect(page.getByText(/^Changes to .+ saved$/)).toBeVisible()
  expect((await api.workspace(workspace.id)).name).toBe('Repeated with the new token')
})

/** Lets a page hear other tabs late, like one that is busy. */
function answerLate(): void {
  const { prototype } = BroadcastChannel
  const listen = prototype.addEventListener
  prototype.addEventListener = function (type: string, listener: EventListener) {
    listen.call(this, type, (event) => setTimeout(() => listener(event), 1500))
  }
}

test('a new tab shares the session, and each tab warns before it expires', async ({
  page,
  context,
  workspace,
}) => {
  const soon = Math.floor(Date.now() / 1000) + 200
  const token = await new SignJWT({ workspaceKey: workspace.key, isAdmin: true, name: 'Ada' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(soon)
    .sign(new TextEncoder().encode(workspace.secret))
  await page.addInitScript(answerLate)
  await signIn(page, token, workspace.id, '/settings')
  const other = await context.newPage()
  await other.goto(`/w/${workspace.id}/limits`)
  await expect(other.getByRole('heading', { name: 'Limits', level: 1 })).toBeVisible()
  for (const tab of [page, other])
    await expect(tab.getByText(/Your session expires in [234] min/)).toBeVisible()
})

test('who signs out is told of another tab that is signed in, and signs out there @long', async ({
  page,
  context,
  open,
  workspace,
}) => {
  await open('/settings')
  const other = await context.newPage()
  await other.goto(`/w/${workspace.id}/settings`)
  const name = other.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Not saved')
  await signOut(page)
  const note = page.getByRole('status').filter({ hasText: 'Another tab is still signed in as' })
  await note.getByRole('button', { name: 'Sign out everywhere' }).click()
  // What was typed there is lost only if its user says so.
  const leaving = other.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue('Not saved')
  await expect(note).toBeVisible()
  await expectAccessible(page)
  await note.getByRole('button', { name: 'Sign out everywhere' }).click()
  await leaving.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(other).toHaveURL(/sign-in/)
  await expect(note).toBeHidden()
  await other.reload()
  await expect(other.getByRole('textbox', { name: 'Access token' })).toBeVisible()
})

testInOwnContext(
  'the page notices an unreachable server, and its return @long',
  async ({ page, openThroughProxy, faultyProxy }) => {
    await page.clock.install()
    let checks = 0
    let streams = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/health')) checks += 1
    })
    page.on('response', (response) => {
      if (response.url().includes('/api/changes')) streams += 1
    })
    await openThroughProxy('/settings')
    await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
    await expect.poll(() => streams).toBe(1)
    // From now on, the page checks the server only when the test lets time pass. After a longer
    // jump it would take the stream for dead.
    await page.clock.pauseAt(Date.now() + 10_000)
    checks = 0
    await page.clock.runFor(6000)
    expect(checks, 'the stream of changes shows that the server is there').toBe(0)
    const banner = page.getByText('Can’t reach the server. Retrying…')
    const retryNow = page.getByRole('button', { name: 'Retry now' })
    faultyProxy.setDown(true)
    await expect(banner).toBeVisible()
    const isQuiet = async () => {
      const before = checks
      await page.waitForTimeout(300)
      return checks === before
    }
    await expect.poll(isQuiet).toBe(true)
    checks = 0
    await retryNow.click()
    await expect.poll(() => checks, 'the server is checked at once').toBeGreaterThan(0)
    await expect(banner).toBeVisible()
    const before = streams
    faultyProxy.setDown(false)
    await page.clock.runFor(1500)
    await expect(banner).toBeHidden()
    // The stream is opened again after a pause of random length.
    const streamsLater = async () => {
      await page.clock.runFor(500)
      return streams
    }
    await expect.poll(streamsLater).toBeGreaterThan(before)
  },
)

test('the page announces that the browser is offline, until it is back', async ({ page, open }) => {
  await open('/settings')
  const banner = page.getByRole('status').filter({ hasText: 'you seem to be offline' })
  await page.getByRole('link', { name: 'Danger zone' }).click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  await page.context().setOffline(true)
  await expect(banner, 'wherever the user has scrolled to').toBeInViewport({ ratio: 1 })
  await page.context().setOffline(false)
  await expect(banner).toBeHidden()
})
