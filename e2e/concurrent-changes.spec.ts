import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { expect, signIn, test, type Api } from './fixtures'
import { newKey } from './signed-token'
import { reviewAndSave, toast, unsavedChanges, userFieldsSchema } from './vocabulary'

const nameField = (page: Page) => page.getByLabel('Name', { exact: true })
const review = (page: Page) => page.getByRole('dialog', { name: /^Review/ })
/** Waits until an opened page watches what others change. */
async function watching(page: Page, opened: Promise<unknown>): Promise<void> {
  const response = page.waitForResponse(/\/api\/changes/)
  await opened
  await response
}

/** Opens the history, and reverts the latest change of a field, up to the review. */
async function revert(page: Page, field: string): Promise<void> {
  await page
    .getByRole('list', { name: 'History' })
    .getByRole('link', { name: new RegExp(field) })
    .first()
    .click()
  await page.getByRole('button', { name: 'Revert this change' }).click()
}

const schemaWith = (...fields: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
})

/** Returns the fields of the stored schema, in order. */
async function storedFields(api: Api, workspaceId: string): Promise<string[]> {
  const { userFieldsSchema: schema } = await api.workspace(workspaceId)
  return Object.keys(Object(schema).properties)
}

test('Undo opens the review also after the page was left and opened again @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings')
  await nameField(page).fill('First')
  await reviewAndSave(page)
  await page.getByRole('link', { name: 'Limits' }).click()
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(nameField(page)).toHaveValue('First')
  await api.update(workspace.id, { jwksUri: 'https://changed.example/since' })
  await toast(page, 'saved').getByRole('button', { name: 'Undo' }).click()
  await expect(review(page)).toContainText(workspace.name)
  await review(page).getByRole('button', { name: 'Save 1 change' }).click()
  await expect(nameField(page)).toHaveValue(workspace.name)

  await nameField(page).fill('Discarded')
  await unsavedChanges(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: 'Limits' }).click()
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(nameField(page)).toHaveValue(workspace.name)
  await toast(page, 'Discarded').getByRole('button', { name: 'Undo' }).click()
  await expect(nameField(page)).toHaveValue('Discarded')
})

test('a review whose changes others save first says so, and does not open again @long', async ({
  page,
  browser,
  baseURL,
  api,
  workspace,
}) => {
  const tokenOf = (name: string) => api.newToken(workspace.id, { name, isAdmin: true })
  await watching(page, signIn(page, await tokenOf('Ada'), workspace.id, '/settings'))
  await nameField(page).fill('Same')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(review(page)).toBeVisible()
  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const bob = await other.newPage()
  await signIn(bob, await tokenOf('Bob'), workspace.id, '/settings')
  await nameField(bob).fill('Same')
  await reviewAndSave(bob)
  await other.close()
  await expect(toast(page, 'Bob has saved the same change')).toBeVisible()
  await expect(review(page)).toBeHidden()
  await expect(nameField(page)).toBeFocused()
  await nameField(page).fill('Typed next')
  await expect(unsavedChanges(page)).toContainText('1 unsaved change')
  await expect(review(page)).toBeHidden()
})

test('a review says that someone else has changed the same since, and leads to the choice', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await watching(page, open('/settings'))
  await nameField(page).fill('Mine')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(review(page).getByRole('alert')).toHaveCount(0)
  await api.update(workspace.id, { name: 'Theirs' })
  const notice = review(page).getByRole('alert').filter({ hasText: 'also changed Name' })
  await expect(notice).toBeVisible()
  await notice.getByRole('button', { name: 'Compare' }).click()
  await expect(review(page)).toBeHidden()
  const conflict = page.getByRole('dialog', { name: /^This workspace was changed by/ })
  await expect(conflict).toContainText('Theirs')
  await conflict.getByRole('radio', { name: /^Mine/ }).check()
  await conflict.getByRole('button', { name: 'Continue' }).click()
  await expect(review(page).getByRole('row', { name: /^Name/ })).toContainText('TheirsMine')
  await expect(notice).toBeHidden()
})

test('an Undo joins the edits of a conflict that is known already @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await watching(page, open('/settings'))
  await nameField(page).fill('First')
  await reviewAndSave(page)
  await page.getByLabel('JWKS URI').fill('https://mine.example/keys')
  await api.update(workspace.id, { jwksUri: 'https://theirs.example/keys' })
  await expect(unsavedChanges(page)).toContainText('also changed')
  await toast(page, 'saved').getByRole('button', { name: 'Undo' }).click()
  const conflict = page.getByRole('dialog', { name: /^This workspace was changed by/ })
  await conflict.getByRole('radio', { name: /^Mine/ }).check()
  await conflict.getByRole('button', { name: 'Continue' }).click()
  await review(page).getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(unsavedChanges(page)).toBeHidden()
  expect(await api.workspace(workspace.id)).toMatchObject({
    name: workspace.name,
    jwksUri: 'https://mine.example/keys',
  })
})

test('a conflict or an Undo does not lead past what has to be corrected @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const theirs = { type: 'object', title: 'Theirs' }
  await watching(page, open('/settings'))
  await nameField(page).fill('First')
  await reviewAndSave(page)
  const schema = await userFieldsSchema(page)
  await schema.fill('{ "type": "obj')
  await api.update(workspace.id, { userFieldsSchema: theirs })
  await unsavedChanges(page).getByRole('button', { name: 'Compare' }).click()
  const conflict = page.getByRole('dialog', { name: /^This workspace was changed by/ })
  await conflict.getByRole('radio', { name: /^Mine/ }).check()
  await conflict.getByRole('button', { name: 'Continue' }).click()
  const error = page.getByText('Not JSON: error at line 1, column')
  await expect(error).toBeVisible()
  await expect(review(page)).toBeHidden()
  await expect(schema).toContainText('{ "type": "obj')

  await toast(page, 'saved').getByRole('button', { name: 'Undo' }).click()
  await expect(unsavedChanges(page)).toContainText('2 unsaved changes')
  await expect(error).toBeVisible()
  await expect(review(page)).toBeHidden()
  expect(await api.workspace(workspace.id)).toMatchObject({
    name: 'First',
    userFieldsSchema: theirs,
  })
})

test('the reason of a save outlives reload and conflict, and the history shows it @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const reason = review(page).getByRole('textbox', { name: 'Reason (optional)' })
  const why = 'Ticket 4711: ‘Größe’ & more'
  await watching(page, open('/settings'))
  await nameField(page).fill('Mine')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await reason.fill('a\tb')
  await expect(review(page)).toContainText('Use one line of text')
  await expect(review(page).getByRole('button', { name: /^Save/ })).toBeDisabled()
  await reason.fill(why)
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(reason).toHaveValue(why)
  await review(page).getByRole('tab', { name: 'cURL' }).click()
  await expect(review(page)).toContainText(`Change-Reason: ${encodeURIComponent(why)}`)
  await api.update(workspace.id, { name: 'Theirs' })
  await review(page).getByRole('button', { name: /^Save/ }).click()
  const conflict = page.getByRole('dialog', { name: /^This workspace was changed by/ })
  await conflict.getByRole('radio', { name: /^Mine/ }).check()
  await conflict.getByRole('button', { name: 'Continue' }).click()
  await expect(reason).toHaveValue(why)
  await review(page).getByRole('button', { name: /^Save/ }).click()
  await expect(review(page)).toBeHidden()

  await nameField(page).fill('Mine again')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(reason).toHaveValue('')
  await review(page).getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('link', { name: 'History' }).click()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history).toContainText('Mine again')
  // The refused save and the one after the conflict.
  const shown = `Reason: ${why}`
  await expect(history.getByText('Reason:')).toHaveText([shown, shown])
  const saved = history.getByRole('listitem').filter({ hasText: 'Theirs → Mine' })
  await saved.getByRole('link').click()
  await expect(page.getByRole('dialog')).toContainText(why)
})

test('typing the name of a key goes on while others save, and Undo keeps the focus @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const keys = await Promise.all(['a', 'b', 'c'].map(newKey))
  await api.update(workspace.id, { publicKeys: keys.map(({ entry }) => entry) })
  await watching(page, open('/settings'))
  const keyName = page.getByLabel('Name of key 2')
  await keyName.focus()
  await page.keyboard.type('x')
  await api.update(workspace.id, { name: 'Changed meanwhile' })
  await expect(nameField(page)).toHaveValue('Changed meanwhile')
  await page.keyboard.type('yz')
  await expect(keyName).toHaveValue('bxyz')
  await page.getByRole('button', { name: 'Remove key 1' }).click()
  await expect(page.getByLabel('Name of key 1')).toHaveValue('bxyz')
  await page.getByLabel('Name of key 1').fill('renamed')
  await reviewAndSave(page)
  expect((await api.workspace(workspace.id)).publicKeys).toMatchObject([
    { name: 'renamed' },
    { name: 'c' },
  ])

  await nameField(page).fill('Undone')
  await page.getByRole('button', { name: 'Undo the change of Name' }).press('Enter')
  await expect(nameField(page)).toBeFocused()
  await expect(nameField(page)).toHaveValue('Changed meanwhile')
})

test('changes of the same list are merged, but for the elements that both changed @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const keys = await Promise.all(['a', 'b', 'c'].map(newKey))
  const [a, b, c] = keys.map(({ entry }) => entry)
  await api.update(workspace.id, { publicKeys: [a, b], enabledWebhookEvents: ['one', 'two'] })
  await watching(page, open('/settings'))
  await page.getByLabel('Name of key 1').fill('a by me')
  const events = page.getByLabel('Webhook events', { exact: true })
  await events.fill('three')
  await events.press('Enter')
  await api.update(workspace.id, {
    publicKeys: [a, b, c],
    enabledWebhookEvents: ['two', 'four'],
  })
  await expect(page.getByLabel('Name of key 3')).toHaveValue('c')
  await expect(page.getByLabel('Name of key 1')).toHaveValue('a by me')
  await expect(unsavedChanges(page)).toContainText('2 unsaved changes')
  await page.getByLabel('Name of key 2').fill('b by me')
  await api.update(workspace.id, { publicKeys: [a, { ...b, name: 'b by them' }, c] })
  await unsavedChanges(page).getByRole('button', { name: 'Compare' }).click()
  const conflict = page.getByRole('dialog', { name: /^This workspace was changed by/ })
  await expect(conflict.getByRole('radiogroup')).toHaveText(
    /Before: b\s*Theirs: b by them\s*Mine: b by me/,
  )
  await conflict.getByRole('button', { name: 'Continue' }).click()
  await review(page).getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(review(page)).toBeHidden()
  expect(await api.workspace(workspace.id)).toMatchObject({
    publicKeys: [{ name: 'a by me' }, { name: 'b by them' }, { name: 'c' }],
    enabledWebhookEvents: ['two', 'four', 'three'],
  })
})

test('two people can switch read-only off at the same time', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, { isReadOnly: true })
  await page.route(/\/api\/changes/, (route) => route.abort())
  await open('/settings')
  const off = page.getByRole('button', { name: 'Switch read-only off' })
  await expect(off).toBeVisible()
  await api.update(workspace.id, { isReadOnly: false, name: 'Writable' })
  await off.click()
  await expect(off).toBeHidden()
  await expect(nameField(page)).toHaveValue('Writable')
  await expect(page.getByRole('alert')).toBeHidden()
})

test('an Undo that would discard other changes leaves nothing behind if the user stays', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings')
  await nameField(page).fill('First')
  await reviewAndSave(page)
  await api.update(workspace.id, { name: 'Second' })
  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  await page.getByRole('checkbox', { name: 'E-mail for Credits', exact: true }).press('Space')
  await toast(page, 'saved').getByRole('button', { name: 'Undo' }).click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Stay' }).click()
  await unsavedChanges(page).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(nameField(page)).toHaveValue('Second')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(unsavedChanges(page)).toBeHidden()
})

test('an Undo that cannot read what others have saved since says so', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings')
  await nameField(page).fill('First')
  await reviewAndSave(page)
  await expect(toast(page, 'saved')).toBeVisible()
  await page.route(`**/org-workspaces/${workspace.id}?**`, (route) =>
    route.fulfill({ status: 403, json: { message: 'No' } }),
  )
  await api.update(workspace.id, { jwksUri: 'https://changed.example/since' })
  await toast(page, 'saved').getByRole('button', { name: 'Undo' }).click()
  await expect(toast(page, 'Couldn’t undo the save')).toBeVisible()
  await expect(review(page)).toBeHidden()
})

test('changes that cannot be saved while the workspace is read-only wait for it', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await watching(page, open('/settings'))
  await nameField(page).fill('Waiting')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const save = review(page).getByRole('button', { name: 'Save 1 change' })
  await expect(save).toBeEnabled()
  await api.update(workspace.id, { isReadOnly: true })
  await expect(review(page)).toContainText('The workspace is read-only')
  await expect(save).toBeDisabled()
  await review(page).getByRole('button', { name: 'Back to editing' }).click()
  await expect(unsavedChanges(page)).toContainText('The workspace is read-only')
  await expect(page.getByRole('button', { name: 'Review and save' })).toBeDisabled()
  await page.getByRole('button', { name: 'Switch read-only off' }).click()
  await reviewAndSave(page)
  expect((await api.workspace(workspace.id)).name).toBe('Waiting')
})

test('Undo of switching a workspace to read-only can be saved after a later change @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings')
  await page.getByText('Read-only', { exact: true }).click()
  await reviewAndSave(page)
  await api.update(workspace.id, { name: 'Changed since', isReadOnly: false })
  await api.update(workspace.id, { isReadOnly: true })
  await toast(page, 'saved').getByRole('button', { name: 'Undo' }).click()
  await review(page).getByRole('button', { name: 'Save 1 change' }).click()
  await expect(review(page)).toBeHidden()
  expect((await api.workspace(workspace.id)).isReadOnly).toBe(false)
})

test('the order of user fields is a change; others see it, the history puts it back @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, { userFieldsSchema: schemaWith('plan', 'seats') })
  await watching(page, open('/settings'))
  const schema = await userFieldsSchema(page)
  await schema.fill(JSON.stringify(schemaWith('seats', 'plan')))
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(
    review(page).getByRole('region', { name: 'Changes of User fields schema' }),
  ).toContainText('lines differ')
  await page.keyboard.press('Escape')
  await reviewAndSave(page)
  expect(await storedFields(api, workspace.id)).toEqual(['seats', 'plan'])

  await api.update(workspace.id, { userFieldsSchema: schemaWith('plan', 'seats') })
  await expect(schema).toHaveText(/plan.*seats/s)

  await page.getByRole('link', { name: 'History' }).click()
  await revert(page, 'User fields')
  await review(page).getByRole('button', { name: 'Save 1 change' }).click()
  await expect(review(page)).toBeHidden()
  expect(await storedFields(api, workspace.id)).toEqual(['seats', 'plan'])
})

test('an operator reverts operator limits in the history; others are not offered it', async ({
  page,
  browser,
  baseURL,
  api,
  admin,
  workspace,
  tokenFor,
  open,
}) => {
  const setTo = (value: number) =>
    api.send('PUT', `/org-workspaces/${workspace.id}/operator-limits`, {
      operatorLimits: { parallelFlowRuns: { unit: 'number', value } },
    })
  await setTo(70)
  await setTo(60)
  await admin.update(workspace.id, { name: 'Renamed', isReadOnly: true })
  await open('/history', 'operator')
  await revert(page, 'operator limits')
  await expect(review(page)).toContainText('70')
  await review(page).getByRole('button', { name: 'Save 1 change' }).click()
  await expect(review(page)).toBeHidden()
  expect((await admin.workspace(workspace.id)).operatorLimits).toMatchObject({
    parallelFlowRuns: { value: 70 },
  })

  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const reader = await other.newPage()
  await signIn(reader, await tokenFor('admin'), workspace.id, '/history')
  const history = reader.getByRole('list', { name: 'History' })
  await history
    .getByRole('link', { name: /operator limits/ })
    .first()
    .click()
  const entry = reader.getByRole('dialog', { name: /operator limits/ })
  await expect(entry.getByRole('button', { name: 'Copy link' })).toBeVisible()
  await expect(entry.getByRole('button', { name: 'Revert this change' })).toBeHidden()
  await expect(entry.getByText('Already reverted')).toBeHidden()
  await other.close()
})

test('a new webhook secret stays visible when the workspace becomes read-only', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await watching(page, open('/settings'))
  await page.getByRole('button', { name: 'Create a webhook secret' }).click()
  const shown = page.getByRole('dialog', { name: 'New webhook secret' })
  await expect(shown).toBeVisible()
  await api.update(workspace.id, { isReadOnly: true })
  await expect(page.getByText('This workspace is read-only').first()).toBeVisible()
  await expect(shown.locator('code')).toHaveText(/\S{20}/)
  await shown.getByRole('button', { name: 'I copied it' }).click()
  await expect(shown).toBeHidden()
  await expect(page.getByRole('button', { name: 'Rotate the webhook secret' })).toBeHidden()
})

test('a new workspace secret stays visible when the workspace becomes read-only', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await watching(page, open('/settings', 'operator'))
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  const confirm = page.getByRole('dialog', { name: 'Rotate the secret' })
  await confirm.getByRole('textbox', { name: /^Type/ }).fill(workspace.name)
  await confirm.getByRole('button', { name: /^Rotate/ }).click()
  const shown = page.getByRole('dialog', { name: 'New workspace secret' })
  await expect(shown).toBeVisible()
  await api.update(workspace.id, { isReadOnly: true })
  await expect(page.getByText('This workspace is read-only').first()).toBeVisible()
  await shown.getByRole('button', { name: 'I copied it' }).click()
  await expect(shown).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Danger zone' })).toBeHidden()
})

test('a webhook secret that is rotated elsewhere is not shown as the current one', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const rotateElsewhere = () =>
    api.send('POST', `/org-workspaces/${workspace.id}/rotate-webhook-secret`)
  await watching(page, open('/settings'))
  await page.getByRole('button', { name: 'Create a webhook secret' }).click()
  const shown = page.getByRole('dialog', { name: 'New webhook secret' })
  await expect(shown).toBeVisible()
  await expect(shown.getByRole('alert')).toBeHidden()
  await rotateElsewhere()
  await expect(shown.getByRole('alert')).toContainText('replaced by a later rotation')
  await shown.getByRole('button', { name: 'I copied it' }).click()

  await page.getByRole('button', { name: 'Rotate the webhook secret' }).click()
  const confirm = page.getByRole('dialog', { name: 'Rotate the webhook secret' })
  await expect(confirm.getByRole('alert')).toBeHidden()
  await rotateElsewhere()
  await expect(confirm.getByRole('alert')).toContainText('rotated while this dialog was open')
})

test('a save whose response is late does not hide what someone else has saved since', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await watching(page, open('/settings'))
  await nameField(page).fill('Mine')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const isSaved = new Promise<void>((resolve) => {
    void page.route('**/api/org-workspaces/*', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      const response = await route.fetch()
      resolve()
      await held
      await route.fulfill({ response })
    })
  })
  await page.getByRole('button', { name: 'Review and save' }).click()
  await review(page).getByRole('button', { name: 'Save 1 change' }).click()
  await isSaved
  const read = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' && response.url().includes(`/${workspace.id}?`),
  )
  await api.update(workspace.id, { name: 'Theirs' })
  await (await read).finished()
  release()
  await expect(unsavedChanges(page)).toBeHidden()
  await expect(nameField(page)).toHaveValue('Theirs')
})

test('a token that was revoked in another tab is said to be revoked already', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.newToken(workspace.id, { name: 'Nightly', isAdmin: false })
  await open('/settings', 'operator')
  await page.getByRole('button', { name: 'Revoke Nightly' }).click()
  await api.send('DELETE', `/org-workspaces/${workspace.id}/access-tokens`)
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(toast(page, 'The token was already revoked')).toBeVisible()
})
