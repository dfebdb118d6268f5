import type { Page } from '@playwright/test'
import { expect, signIn, test, testInOwnContext } from './fixtures'
import { holdRequests, holdUpdate } from './hold-requests'
import {
  cellOf,
  reviewAndSave,
  signInWithToken,
  signOut,
  unsavedChanges,
  userFieldsSchema,
} from './vocabulary'

/** A schema in the middle of being typed, with two equal choices. */
const repeatedChoice =
  '{"type":"object","properties":{"tags":{"type":"array","items":{"enum":["blue","blue"]}}}}'

const nameField = (page: Page) => page.getByLabel('Name', { exact: true })

/** Whether the tab still has a session. */
function hasSession(page: Page): Promise<boolean> {
  return page.evaluate(() => sessionStorage.getItem('signalbox-session') !== null)
}

test('a schema that repeats a choice while being typed does not break the settings', async ({
  page,
  open,
}) => {
  await open('/settings')
  await nameField(page).fill('Typed before the schema')
  await (await userFieldsSchema(page)).fill(repeatedChoice)
  const form = page.getByRole('group', { name: 'Form of the user fields' })
  await expect(form.getByRole('combobox', { name: 'tags' })).toBeVisible()
  await expect(nameField(page)).toHaveValue('Typed before the schema')
})

test('a schema that repeats a choice does not break the connector form, also on return', async ({
  page,
  open,
}) => {
  await open('/connectors/new')
  await page.getByRole('textbox', { name: 'Input schema' }).fill(repeatedChoice)
  const form = page.getByRole('group', { name: 'Form of the input schema' })
  await expect(form.getByRole('combobox', { name: 'tags' })).toBeVisible()
  await page.reload()
  await expect(form.getByRole('combobox', { name: 'tags' })).toBeVisible()
})

test('signing out asks about unsaved changes; staying keeps session and changes', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings')
  await nameField(page).fill('Not saved yet')
  await signOut(page)
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(nameField(page)).toHaveValue('Not saved yet')
  await reviewAndSave(page)
  expect((await api.workspace(workspace.id)).name).toBe('Not saved yet')

  await nameField(page).fill('Discarded')
  await signOut(page)
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('link', { name: 'Limits' }).click()
  await question.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Account and appearance' }).click()
  await expect(page.getByText('Admin of this workspace')).toBeVisible()
  expect(await hasSession(page), 'only this page is left, not the session').toBe(true)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await nameField(page).fill('Discarded')
  await signOut(page)
  await question.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page.getByRole('button', { name: 'Sign in with the token' })).toBeVisible()
  await expect.poll(() => hasSession(page)).toBe(false)
})

test('switching the workspace and using the palette ask about unsaved changes', async ({
  page,
  api,
  workspace,
  open,
}) => {
  const other = await api.newWorkspace(`${workspace.name} other`)
  await open('/settings', 'operator')
  await nameField(page).fill('Not saved yet')
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })

  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('textbox', { name: 'Find a workspace' }).fill(other.name)
  await page.getByRole('option', { name: other.name }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(nameField(page)).toHaveValue('Not saved yet')

  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Go to' }).fill('Limits')
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(nameField(page)).toHaveValue('Not saved yet')
})

test('signing out in one tab leaves the other signed in, with its unsaved changes @long', async ({
  page,
  context,
  open,
  tokenFor,
  workspace,
}) => {
  await open('/settings')
  await nameField(page).fill('Typed in the first tab')
  const other = await context.newPage()
  await signIn(other, await tokenFor('admin'), workspace.id, '/settings')
  await signOut(other)
  await expect(other.getByRole('button', { name: 'Sign in with the token' })).toBeVisible()
  await reviewAndSave(page)
  await expect(page.getByText(/^Changes to .+ saved$/)).toBeVisible()
})

test('the review stays open while the save is pending, and a failure is shown in it', async ({
  page,
  faultyProxy,
  openThroughProxy,
}) => {
  await openThroughProxy('/settings')
  await nameField(page).fill('Saved late')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: 'Review 1 change' })
  const letGo = await holdUpdate(page)
  faultyProxy.failNext('PATCH', 500)
  await review.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(review.getByRole('button', { name: 'Back to editing' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await letGo()
  await expect(review.getByRole('alert')).toContainText('Something failed here')
  await review.getByRole('button', { name: 'Back to editing' }).click()
  await expect(nameField(page)).toHaveValue('Saved late')
})

test('a save that fails after leaving the page is reported @long', async ({
  page,
  workspace,
  faultyProxy,
  openThroughProxy,
}) => {
  await openThroughProxy('/limits')
  await page.getByRole('link', { name: 'Settings' }).click()
  await nameField(page).fill('Left behind')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const letGo = await holdUpdate(page)
  faultyProxy.failNext('PATCH', 500)
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.goBack()
  await page.getByRole('button', { name: 'Leave now' }).click()
  await expect(page.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible()
  await letGo()
  await expect(page.getByText(`Couldn’t save ${workspace.name}`)).toBeVisible()
})

test('text typed into an app while it is being saved stays as an unsaved change @long', async ({
  page,
  open,
  admin,
}) => {
  const app = await admin.newApp({ name: 'Fleet', key: 'fleet' })
  await open(`/apps?app=${app.id}`)
  await page.getByRole('button', { name: 'Edit…' }).click()
  const drawer = page.getByRole('dialog', { name: /^Edit/ })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Fleet one')
  const letGo = await holdUpdate(page)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByRole('textbox', { name: 'App address' }).fill('https://fleet.example/')
  await page.keyboard.press('Escape')
  await letGo()
  await expect(page.getByText('Fleet one saved')).toBeVisible()
  await expect(drawer.getByRole('textbox', { name: 'App address' })).toHaveValue(
    'https://fleet.example/',
  )
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer).toBeHidden()
  expect(await admin.app(app.id)).toMatchObject({
    name: 'Fleet one',
    appUri: 'https://fleet.example/',
  })
})

/** Changes one value on a page, and returns a check that it is still there after the reload. */
const editors: Record<string, (page: Page) => Promise<() => Promise<void>>> = {
  settings: async (page) => {
    await nameField(page).fill('Kept')
    await (await userFieldsSchema(page)).fill('{ "type": "obj')
    return async () => {
      await expect(nameField(page)).toHaveValue('Kept')
      await expect(await userFieldsSchema(page)).toContainText('{ "type": "obj')
    }
  },
  limits: async (page) => {
    const cell = cellOf(page, 'parallelFlowRuns')
    await cell.dblclick()
    await page.keyboard.type('77')
    await page.keyboard.press('Enter')
    return async () => {
      await expect(cell).toContainText('77')
      await expect(unsavedChanges(page)).toContainText('1 unsaved change')
    }
  },
  alerts: async (page) => {
    const box = page.getByRole('checkbox', { name: 'Webhook for Test alert', exact: true })
    await box.check()
    return async () => {
      await expect(box).toBeChecked()
      await expect(unsavedChanges(page)).toContainText('1 unsaved change')
    }
  },
  'connectors/new': async (page) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Kept connector')
    return () => expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Kept connector')
  },
}

for (const [path, edit] of Object.entries(editors)) {
  test(`a reload after a deployment and a read-only phase keep the changes: ${path} @long`, async ({
    page,
    api,
    workspace,
    faultyProxy,
    openThroughProxy,
  }) => {
    faultyProxy.removeFiles(/\/assets\/palette-/)
    await openThroughProxy(`/${path}`)
    const expectKept = await edit(page)
    await page.keyboard.press('Control+k')
    const notice = page.getByRole('alert').filter({ hasText: 'A new version is available' })
    await expect(notice).toContainText('your changes are kept')
    await expectKept()
    faultyProxy.removeFiles(undefined)
    await Promise.all([
      page.waitForEvent('load'),
      notice.getByRole('button', { name: 'Reload' }).click(),
    ])
    await expectKept()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('textbox', { name: 'Go to' })).toBeVisible()
    await page.keyboard.press('Escape')

    const frozen = page.getByText(/This workspace is read-only/).first()
    await api.update(workspace.id, { isReadOnly: true })
    await expect(frozen).toBeVisible()
    await api.update(workspace.id, { isReadOnly: false })
    await expect(frozen).toBeHidden()
    await expectKept()
  })
}

test('drafts of an edited and a new app survive the reload @long', async ({
  page,
  faultyProxy,
  admin,
  openThroughProxy,
}) => {
  const app = await admin.newApp({ name: 'Fleet', key: 'fleet' })
  faultyProxy.removeFiles(/\/assets\/palette-/)
  await openThroughProxy(`/apps?app=${app.id}`)
  const notice = page.getByRole('alert').filter({ hasText: 'A new version is available' })
  const field = (dialog: RegExp, name: string) =>
    page.getByRole('dialog', { name: dialog }).getByRole('textbox', { name, exact: true })

  await page.getByRole('button', { name: 'Edit…' }).click()
  await field(/^Edit/, 'Name').fill('Fleet one')
  await Promise.all([
    page.waitForEvent('load'),
    notice.getByRole('button', { name: 'Reload' }).click(),
  ])
  await expect(field(/^Edit/, 'Name')).toHaveValue('Fleet one')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Fleet one saved')).toBeVisible()
  await expect(page.getByRole('dialog', { name: /^Edit/ })).toBeHidden()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Create app' }).click()
  await field(/^Create/, 'Name').fill('Second fleet')
  await page.keyboard.press('Control+k')
  await Promise.all([
    page.waitForEvent('load'),
    notice.getByRole('button', { name: 'Reload' }).click(),
  ])
  await expect(field(/^Create/, 'Name')).toHaveValue('Second fleet')
  await expect(field(/^Create/, 'Key')).toHaveValue('second-fleet')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Second fleet is created')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('row', { name: /Second fleet/ })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a user is asked about changes that someone else made during the reload', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings')
  await nameField(page).fill('Mine')
  await api.update(workspace.id, { name: 'Theirs' })
  await page.reload()
  const conflict = page.getByRole('dialog', { name: /^This workspace was changed by/ })
  await conflict.getByRole('radio', { name: /Mine/ }).check()
  await conflict.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(unsavedChanges(page)).toBeHidden()
  expect((await api.workspace(workspace.id)).name).toBe('Mine')
})

test('changes discarded on leaving are gone on return', async ({ page, open }) => {
  await open('/settings')
  const name = await nameField(page).inputValue()
  await nameField(page).fill('Discarded')
  await page.getByRole('link', { name: 'Limits' }).click()
  await page.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible()
  await page.goBack()
  await expect(nameField(page)).toHaveValue(name)
  await expect(unsavedChanges(page)).toBeHidden()
})

test('after leaving changes, another page can be chosen while the first one loads', async ({
  page,
  open,
}) => {
  await open('/settings')
  await nameField(page).fill('Discarded')
  const arrive = await holdRequests(page, '**/assets/history-*.js')
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page).toHaveURL(/history$/)
  await page.getByRole('link', { name: 'Limits', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible()
  await arrive()
})

test('a missing file breaks only its part: menus, messages, editor, preview @long', async ({
  page,
  api,
  workspace,
  faultyProxy,
  openThroughProxy,
}) => {
  const parts =
    'user-menu|workspace-switcher|key-list|code-mirror|messages|schema-form|lazy-tooltip|lock-out'
  faultyProxy.removeFiles(new RegExp(`assets/(${parts})-`))
  await openThroughProxy('/settings')
  const notice = page.getByRole('alert').filter({ hasText: 'A new version is available' })
  await notice.getByRole('button', { name: 'Later' }).click()
  await nameField(page).fill('Saved without the files')
  await (await userFieldsSchema(page)).fill('{"properties":{"plan":{"type":"string"}}}')
  for (const name of ['Account and appearance', `Workspace: ${workspace.name}`]) {
    await page.getByRole('button', { name }).click()
    await notice.getByRole('button', { name: 'Later' }).click()
  }
  await page.locator('#content').focus()
  await page.keyboard.press('?')
  await notice.getByRole('button', { name: 'Later' }).click()
  await reviewAndSave(page)
  expect(await api.workspace(workspace.id)).toMatchObject({
    name: 'Saved without the files',
    userFieldsSchema: { properties: { plan: { type: 'string' } } },
  })
  await page.getByLabel('JWKS URI').fill('https://keys.example/jwks.json')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(notice, 'the check of who can sign in is missing').toBeVisible()
})

test('a page without its code is loaded again, and says so if that does not help', async ({
  page,
  faultyProxy,
  openThroughProxy,
}) => {
  let loads = 0
  page.on('domcontentloaded', () => (loads += 1))
  faultyProxy.removeFiles(/assets\/start-.*js/)
  await openThroughProxy('/limits')
  await expect(page.getByRole('alert')).toContainText('The console could not be loaded')
  expect(loads).toBe(2)
  faultyProxy.removeFiles(undefined)
  await page.getByRole('link', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible()
})

test('a page with a missing file or without network says so, and opens once it can @long', async ({
  page,
  context,
  faultyProxy,
  openThroughProxy,
}) => {
  await openThroughProxy('/settings')
  await expect(nameField(page)).toBeVisible()
  faultyProxy.removeFiles(/assets\/limits-/)
  await page.getByRole('link', { name: 'Limits' }).click()
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible()
  faultyProxy.removeFiles(undefined)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible()

  // Such as a page that is rendered again and again while its file arrives.
  const failures: string[] = []
  page.on('pageerror', ({ message }) => failures.push(message))
  page.on('console', (message) => {
    if (message.text().includes('React error')) failures.push(message.text())
  })
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Connectors', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Can’t reach the server' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Connectors', exact: true })).toBeVisible()
  expect(failures).toEqual([])

  // The same for a part of a page that is loaded on its own.
  const unreachable = page.getByRole('alert').filter({ hasText: 'the server doesn’t respond' })
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await expect(unreachable).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Quick actions' })).toBeVisible()
  await expect(unreachable).toBeHidden()

  faultyProxy.removeFiles(/assets\/deliveries-/)
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'A new version is available' })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
  await expect(unreachable).toBeVisible()
})

testInOwnContext(
  'a page opened without network has its styles once the network is back @long',
  async ({ page, context, open }) => {
    await open('/limits')
    await expect(page.getByRole('grid')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Can’t reach the server' })).toBeVisible()
    await context.setOffline(false)
    const parts = page.getByRole('navigation', { name: 'Parts of the settings' })
    await expect(parts.getByRole('list')).toHaveCSS('list-style-type', 'none')

    // Its file fails without network, and what it reads is repeated and arrives with the network.
    const failure = () =>
      page.waitForEvent('requestfailed', (sent) => /reference-/.test(sent.url()))
    const reference = page.getByRole('link', { name: 'API reference' })
    await context.setOffline(true)
    await Promise.all([failure(), reference.hover()])
    await Promise.all([failure(), reference.click()])
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'API reference' })).toBeVisible()
  },
)

test('signing in again in place works after a deployment removed its file @long', async ({
  page,
  api,
  workspace,
  tokenFor,
  faultyProxy,
  openThroughProxy,
}) => {
  const loaded = page.waitForResponse(/assets\/renewal-modal-/)
  await openThroughProxy('/settings')
  await loaded
  faultyProxy.removeFiles(/\/assets\//)
  await nameField(page).fill('Saved with a new token')
  await page.getByRole('button', { name: 'Review and save' }).click()
  // Held back, since the dialog that opens covers the button.
  const letGo = await holdUpdate(page)
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await api.send('DELETE', `/org-workspaces/${workspace.id}`)
  await letGo()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(again).toBeVisible()
  await api.send('POST', `/org-workspaces/${workspace.id}/restore`)
  await signInWithToken(again, await tokenFor('admin'))
  await expect(unsavedChanges(page)).toBeHidden()
  expect((await api.workspace(workspace.id)).name).toBe('Saved with a new token')
})
