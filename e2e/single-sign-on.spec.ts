import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { freePort } from '@/server/testing/free-port'
import { expectAccessible } from './accessibility'
import { expect, test } from './fixtures'
import { masterKey, operatorToken } from './operator-token'
import { signInWithToken } from './vocabulary'

// One server and one provider, whose users the tests change.
test.describe.configure({ mode: 'serial' })

let children: ChildProcess[] = []
let provider: ChildProcess
let folder: string
let origin: string
let issuer: string

/** Starts a process, and waits until it prints something. */
async function start(
  [script = '', ...program]: string[],
  env: Record<string, string>,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [resolve(script), ...program], {
    // Not the folder of the program: it finds its own files wherever it is started.
    cwd: tmpdir(),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')])
  child.stdout?.resume()
  return child
}

const users = {
  olga: { name: 'Olga Novak', groups: ['operators'] },
  ann: { name: 'Ann Park', groups: ['admins'] },
  rob: { name: 'Rob Lee', groups: ['readers'] },
}
const setUsers = (accounts: Record<string, { name: string; groups: string[] }>) =>
  fetch(`${issuer}/test/accounts`, { method: 'PUT', body: JSON.stringify(accounts) })

async function send(path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${origin}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${await operatorToken()}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.json()
}

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-sso-'))
  const [port, providerPort] = [await freePort(), await freePort()]
  origin = `http://127.0.0.1:${port}`
  issuer = `http://127.0.0.1:${providerPort}`
  provider = await start(['scripts/test-identity-provider.mjs'], {
    PORT: String(providerPort),
    CLIENT_ORIGIN: origin,
  })
  await start(['dist/server/main.js', 'serve'], {
    PORT: String(port),
    DATA_DIR: folder,
    MASTER_KEY: masterKey,
    EMBEDDED_FSYNC: 'off',
    LOG_LEVEL: 'warn',
    DEMO: 'off',
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'signalbox',
    OIDC_CLIENT_SECRET: 'not-a-secret',
    OIDC_NAME: 'Acme',
    OIDC_ROLES: JSON.stringify([
      { claim: 'groups', value: 'operators', role: 'operator' },
      { claim: 'groups', value: 'admins', role: 'admin' },
      { claim: 'groups', value: 'readers', role: 'reader' },
    ]),
  })
  await setUsers(users)
  for (const name of ['Alpha', 'Beta']) await send('/org-workspaces', { name })
})
test.afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  await rm(folder, { recursive: true, force: true })
})

/** Signs in on the pages of the provider, which ask for consent once. */
async function signInAtProvider(page: Page, login: string, asksConsent = true): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  if (asksConsent) await page.getByRole('button', { name: 'Continue' }).click()
}

const providerButton = (page: Page) => page.getByRole('button', { name: 'Sign in with Acme' })
const renewed = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/single-sign-on/renew'))

test('an operator signs in at the provider, is renewed, recorded, and signs out @long', async ({
  page,
}) => {
  await page.goto(`${origin}/`)
  await expect(providerButton(page)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Access token' })).toBeHidden()
  await expectAccessible(page)
  await providerButton(page).click()
  await signInAtProvider(page, 'olga')

  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  expect((await renewed(page)).status()).toBe(200)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Alpha of Olga')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText(/^Changes to .+ saved$/)).toBeVisible()
  const workspaceId = /\/w\/([^/]+)/.exec(page.url())?.[1]
  const events = z
    .object({ items: z.array(z.object({ actor: z.unknown() })) })
    .parse(await send(`/audit-events?workspaceId=${workspaceId}&operation=updateOrgWorkspace`))
  expect(events.items[0]?.actor).toMatchObject({
    role: 'operator',
    name: 'Olga Novak',
    credential: { signedBy: 'provider', issuer, subject: 'olga' },
  })
  // Elements of a workspace are read in it, without a token of its own.
  await page.getByRole('link', { name: 'Connectors', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Connectors', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Account and appearance' }).click()
  await expect(page.getByText('Olga Novak')).toBeVisible()
  await expect(page.getByText('Operator of every workspace')).toBeVisible()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(providerButton(page)).toBeVisible()
  // The provider does not know the user any more either.
  await providerButton(page).click()
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
})

test('a removed role ends the session with its token; another account continues it @long', async ({
  page,
  context,
}) => {
  await page.goto(`${origin}/`)
  await providerButton(page).click()
  await signInAtProvider(page, 'ann')
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
  // The role is one of all workspaces.
  await page.getByRole('button', { name: /^Workspace: Alpha/ }).click()
  await page.getByRole('option', { name: 'Beta' }).click()
  await expect(page).toHaveTitle(/Beta/)
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Beta of Ann')

  await setUsers({ ...users, ann: { name: 'Ann Park', groups: [] } })
  expect((await renewed(page)).status()).toBe(403)
  await page.getByRole('status').getByRole('button', { name: 'Sign in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  const signInButton = dialog.getByRole('button', { name: 'Sign in with Acme' })
  // Like a browser that blocks the window.
  await page.evaluate(() => {
    const { open } = window
    window.open = () => {
      window.open = open
      return null
    }
  })
  await signInButton.click()
  await expect(dialog.getByRole('alert')).toContainText('The browser blocked the sign-in window.')
  const opened = context.waitForEvent('page')
  await signInButton.click()
  const popup = await opened
  await expect(popup.getByRole('heading', { name: 'You are not signed in' })).toBeVisible()
  await expect(popup.getByRole('alert')).toContainText(
    'Acme signed you in as Ann Park, but you have no role here.',
  )
  await setUsers(users)
  await popup.getByRole('button', { name: 'Use another account' }).click()
  let closed = popup.waitForEvent('close')
  await signInAtProvider(popup, 'rob')
  await closed
  await expect(dialog.getByRole('alert')).toContainText('This token can only read')
  // Instead of the account that was refused, which the provider knows now.
  const openedAgain = context.waitForEvent('page')
  await signInButton.click()
  const secondPopup = await openedAgain
  closed = secondPopup.waitForEvent('close')
  await signInAtProvider(secondPopup, 'ann')
  await closed
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByText(/^Changes to .+ saved$/)).toBeVisible()

  // A user of several workspaces names one in each request.
  await page.goto(`${origin}/reference?operation=list-connectors`)
  await page.getByRole('button', { name: 'Send request' }).click()
  const response = page.getByRole('region', { name: 'Response', exact: true })
  await expect(response.getByRole('status')).toContainText('200')
})

test('who cancels at the provider or goes back can sign in, and gets to their page', async ({
  playwright,
  launchOptions,
}) => {
  // Like the browsers of users, this one keeps pages to go back to.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage()
  await page.goto(`${origin}/sign-in?next=${encodeURIComponent('/reference?operation=list-apps')}`)
  // A page is only kept once it is loaded.
  await page.waitForLoadState('networkidle')
  await providerButton(page).click()
  await expect(page.getByPlaceholder('Enter any login')).toBeVisible()
  await page.goBack({ waitUntil: 'commit' })
  await expect(providerButton(page)).not.toHaveAttribute('data-loading')
  await providerButton(page).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  await expect(page.getByRole('alert')).toContainText('Acme')
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await providerButton(page).click()
  await signInAtProvider(page, 'olga')
  await expect(page).toHaveURL(`${origin}/reference?operation=list-apps`)
  await browser.close()
})

test('while the provider is down, the other ways to sign in remain', async ({ page }) => {
  const ended = once(provider, 'exit')
  provider.kill('SIGKILL')
  await ended
  await page.goto(`${origin}/signed-in?code=x&state=y`)
  await expect(page.getByRole('alert')).toContainText('This sign-in was not started in this tab')
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
  await signInWithToken(page, await operatorToken())
  await expect(page.getByRole('link', { name: 'Settings', exact: true })).toBeVisible()
})
