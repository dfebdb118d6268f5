import { expectAccessible } from './accessibility'
import { expect, statusWith, test } from './fixtures'
import { newKey } from './signed-token'
import {
  expectAboveSaveBar,
  reviewAndSave,
  toggleSwitch,
  unsavedChanges,
  userFieldsSchema,
} from './vocabulary'

test('a user reviews and saves a change that survives a reload', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await toggleSwitch(page, 'Webhook logs')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: 'Review 2 changes' })
  await expect(review.getByRole('row', { name: /Webhook logs.*off.*on/ })).toBeVisible()
  await review.getByRole('tab', { name: 'cURL' }).click()
  await expect(review.getByText('Authorization: Bearer $TOKEN')).toBeVisible()
  await review.getByRole('tab', { name: 'Request' }).click()
  await expect(review.getByText('"enableWebhookLogs": true')).toBeVisible()
  await review.getByRole('button', { name: 'Save 2 changes' }).click()
  await expect(unsavedChanges(page)).toBeHidden()

  await page.reload()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Renamed')
  await expectAccessible(page)
  const stored = await api.workspace(workspace.id)
  expect([stored.name, stored.settings?.['enableWebhookLogs']]).toEqual(['Renamed', true])
})

test('a user switches between sections of the settings, and the URL keeps the section', async ({
  page,
  open,
}) => {
  await open('/settings')
  await page
    .getByRole('navigation', { name: 'Parts of the settings' })
    .getByRole('link', { name: 'User fields' })
    .click()
  await expect(page.getByRole('heading', { name: 'User fields' })).toBeInViewport()
  await expect(page).toHaveURL(/#user-fields$/)
})

test('a section is shown that is chosen before it is rendered', async ({ page, open }) => {
  await page.addInitScript(() => {
    const change = new MutationObserver(() => {
      const link = document.querySelector<HTMLElement>('a[href="#user-fields"]')
      if (link === null) return
      change.disconnect()
      link.click()
    })
    change.observe(document, { childList: true, subtree: true })
  })
  await open('/settings')
  await expect(page.getByRole('heading', { name: 'User fields' })).toBeInViewport()
})

test('what gets the focus is neither under the header nor under the unsaved changes @long', async ({
  page,
  open,
}) => {
  await page.setViewportSize({ width: 640, height: 400 })
  await open('/settings')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await name.fill('Renamed')
  const bar = unsavedChanges(page)
  const barBox = await bar.boundingBox()
  const headerBox = await page.getByRole('banner').boundingBox()
  if (barBox === null || headerBox === null) throw new Error('The header or the bar is not shown')
  for (const key of ['Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 20; presses += 1) {
      await page.keyboard.press(key)
      const focused = page.locator('#content :focus')
      const { y, height } = (await focused.boundingBox()) ?? { y: 0, height: 0 }
      const what = `${key} ${presses}: ${(await focused.getAttribute('name')) ?? ''}`
      expect(y, what).toBeGreaterThanOrEqual(headerBox.y + headerBox.height)
      expect(y + height, what).toBeLessThanOrEqual(barBox.y)
    }
  await expect(name).toBeFocused()

  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(bar).toBeHidden()
  const address = page.getByRole('textbox', { name: 'Webhook URI' })
  await address.evaluate((field) => field.scrollIntoView({ block: 'end' }))
  await address.fill('https://shop.example/hooks')
  await expectAboveSaveBar(page, address)
})

test('a switch that is switched back is no change', async ({ page, open }) => {
  await open('/settings')
  await toggleSwitch(page, 'API logs')
  await expect(page.getByText('1 unsaved change')).toBeVisible()
  await toggleSwitch(page, 'API logs')
  await expect(unsavedChanges(page)).toBeHidden()
})

test('changes of others to any part are merged; the user resolves conflicts @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const keys = await Promise.all(['mine', 'theirs', 'next'].map(newKey))
  const [mine, theirs, next] = keys.map(({ entry }) => entry)
  const bar = unsavedChanges(page)
  const adding = page.getByRole('group', { name: 'Add keys' })
  await open('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Mine')
  await toggleSwitch(page, 'Webhook logs')
  await page.getByLabel('Webhook URI').fill('https://mine.example/')
  await (await userFieldsSchema(page)).fill('{"type":"object"}')
  await page.getByRole('button', { name: 'Add a key' }).click()
  await adding.getByLabel('Public key').fill(mine?.publicKey ?? '')
  await adding.getByRole('button', { name: 'Add the key' }).click()
  await page.getByLabel('Name of key 1').fill('mine')
  await page.getByRole('button', { name: 'Add a key' }).click()
  await adding.getByLabel('Public key').fill(next?.publicKey ?? '')
  await expect(bar).toContainText('5 unsaved changes')

  await api.update(workspace.id, {
    name: 'Theirs',
    settings: { enableActionRunLogs: true },
    enabledWebhookEvents: ['workspace.updated'],
    publicKeys: [theirs],
    jwksUri: 'https://theirs.example/keys',
  })
  await expect(bar).toContainText('also changed')
  await expect(adding.getByLabel('Public key')).toHaveValue(next?.publicKey ?? '')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const conflict = page.getByRole('dialog', { name: /^This workspace was changed by/ })
  await expect(conflict.getByRole('radiogroup')).toHaveCount(1)
  await conflict.getByRole('radiogroup', { name: 'Name' }).getByLabel(/^Mine/).check()
  await conflict.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save 5 changes' }).click()
  await expect(bar).toBeHidden()
  await expect(page.getByLabel('JWKS URI')).toHaveValue('https://theirs.example/keys')
  await expect(adding.getByLabel('Public key')).toHaveValue(next?.publicKey ?? '')
  await adding.getByRole('button', { name: 'Add the key' }).click()
  await page.getByLabel('Name of key 3').fill('next')
  await reviewAndSave(page)
  expect(await api.workspace(workspace.id)).toMatchObject({
    name: 'Mine',
    settings: { enableWebhookLogs: true, enableActionRunLogs: true },
    webhookUri: 'https://mine.example/',
    enabledWebhookEvents: ['workspace.updated'],
    publicKeys: [{ name: 'theirs' }, { name: 'mine' }, { name: 'next' }],
    jwksUri: 'https://theirs.example/keys',
    userFieldsSchema: { type: 'object' },
  })
})

test('leaving with unsaved changes asks for confirmation @long', async ({ page, open }) => {
  await open('/alerts')
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Not saved')
  await page.getByRole('link', { name: 'Limits' }).click()
  const guard = page.getByRole('dialog', { name: 'Leave without saving?' })
  await guard.getByRole('button', { name: 'Stay' }).click()
  await expect(name).toHaveValue('Not saved')

  // Back, and a click on a link before the question is drawn.
  await page.evaluate(() => {
    const apps = document.querySelector<HTMLElement>('a[href$="/apps"]')
    addEventListener('popstate', () => apps?.click(), { once: true })
    history.back()
  })
  await expect(guard).toBeVisible()
  await expect(page, 'the address is that of the page until it is left').toHaveURL(/\/settings$/)
  await guard.getByRole('button', { name: 'Stay' }).click()
  await expect(guard).toBeHidden()
  await expect(page).toHaveURL(/\/settings$/)
  await page.evaluate(() => history.back())
  await guard.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page.getByRole('heading', { name: 'Alerts', exact: true })).toBeVisible()
  await page.goForward()
  await expect(name).not.toHaveValue('Not saved')
  await name.fill('Not saved')
  await page.getByRole('link', { name: 'Limits' }).click()
  await guard.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible()
})

test('leaving asks about a key that is typed but not added', async ({ page, open }) => {
  await open('/settings')
  await page.getByRole('button', { name: 'Add a key' }).click()
  const key = page.getByRole('textbox', { name: 'Public key' })
  await key.fill('-----BEGIN PUBLIC KEY-----')
  await page.getByRole('link', { name: 'Limits' }).click()
  const guard = page.getByRole('dialog', { name: 'Leave without saving?' })
  await guard.getByRole('button', { name: 'Stay' }).click()
  await expect(key).toHaveValue('-----BEGIN PUBLIC KEY-----')
  await page.getByLabel('Name', { exact: true }).fill('Discarded')
  await page.getByRole('link', { name: 'Limits' }).click()
  await guard.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page.getByRole('heading', { name: 'Limits', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  await expect(page.getByLabel('Name', { exact: true })).not.toHaveValue('Discarded')
  await expect(key).toBeHidden()
})

test('problems are shown at their fields: lock-out, JSON by line and column, invalid key', async ({
  page,
  open,
}) => {
  await open('/settings')
  await toggleSwitch(page, 'Refuse tokens signed with the workspace secret')
  await (await userFieldsSchema(page)).fill('{\n  "type": }')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.getByText('Nobody could sign in any more')).toBeVisible()
  await expect(page.getByText('line 2, column 11')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()

  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('button', { name: 'Add a key' }).click()
  await page.getByRole('textbox', { name: 'Public key' }).fill('no key')
  await expect(
    page.getByText('Not a key: paste a PEM public key, a certificate or a JWK'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add the key' })).toBeDisabled()

  await page.getByRole('textbox', { name: 'Logo' }).fill('/no-image-here.png')
  await expect(page.getByText('The image at this address can’t be loaded.')).toBeVisible()
})

test('the editor is fetched when it comes near, or its text has to be corrected @long', async ({
  page,
  open,
}) => {
  let isFetched = false
  page.on('request', (request) => (isFetched ||= request.url().includes('/code-mirror-')))
  await open('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Edited')
  await expect(unsavedChanges(page)).toBeVisible()
  expect(isFetched).toBe(false)
  await (await userFieldsSchema(page)).fill('{\n  "type": }')
  expect(isFetched).toBe(true)
  await page.reload()
  await expect(unsavedChanges(page)).toBeVisible()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.getByText('line 2, column 11')).toBeInViewport()
})

test('a review that is opened before the whole page is rendered shows what to correct', async ({
  page,
  open,
}) => {
  await open('/settings')
  await (await userFieldsSchema(page)).fill('{\n  "type": }')
  await page.addInitScript(() => {
    // Observers are called before React goes on to render the rest of the page.
    const observer = new MutationObserver(() => {
      const buttons = [...document.querySelectorAll('button')]
      const review = buttons.find(({ textContent }) => textContent === 'Review and save')
      if (review === undefined) return
      observer.disconnect()
      review.click()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await expect(page.getByText('line 2, column 11')).toBeInViewport()
})

test('the user fields schema is validated while typing, next to a form preview @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings')
  const editor = await userFieldsSchema(page)
  const form = page.getByRole('group', { name: 'Form of the user fields' })
  await editor.fill(
    '{\n  "type": "object",\n  "properties": {\n' +
      '    "plan": { "type": "text", "title": "Plan" }\n  }\n}',
  )
  await expect(
    page.getByRole('button', { name: /^Line 4: .*Use string/ }),
    'valid JSON, and no schema',
  ).toBeVisible()
  await editor.fill(
    JSON.stringify({
      type: 'object',
      required: ['plan'],
      'x-owner': 'billing',
      properties: {
        plan: { title: 'Plan', enum: ['free', 'paid'] },
        seats: { type: 'integer', title: 'Seats', minimum: 1 },
      },
    }),
  )
  await expect(page.getByRole('button', { name: /^Line 4/ })).toBeHidden()
  await expect(form.getByRole('textbox', { name: 'Seats' })).toBeVisible()
  await form.getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: 'paid' }).click()
  await page.getByRole('button', { name: 'Format' }).click()
  await expect(editor).toContainText('"x-owner": "billing"')
  await reviewAndSave(page)
  await expect
    .poll(async () => (await api.workspace(workspace.id)).userFieldsSchema, {
      message: 'keywords that are not known are kept',
    })
    .toMatchObject({ 'x-owner': 'billing', properties: { seats: { minimum: 1 } } })
})

test('a user tests a schema against existing tenants before saving it @long', async ({
  page,
  open,
  api,
  workspace,
  request,
}) => {
  for (const [tenantKey, seats] of [
    ['small-shop', 3],
    ['big-shop', 300],
  ] as const) {
    const name = `The ${tenantKey}`
    const token = await api.newToken(workspace.id, { tenantKey, name, fields: { seats } })
    expect(await statusWith(request, token)).toBe(200)
  }
  await open('/settings')
  const editor = await userFieldsSchema(page)
  const trial = page.getByRole('button', { name: 'Try on existing tenants' })
  await expect(trial, 'there is nothing to test').toBeDisabled()
  await editor.fill('{"type":"object","properties":{"seats":{"type":"integer","maximum":100}}}')
  await trial.press('Enter')
  await expect(page.getByText('1 of 2 tenants have fields that do not fit')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'big-shop' })).toContainText(
    'seats: 300 is greater than 100',
  )
  // Whole above the bar of unsaved changes, which else covers a part of it.
  await page.getByRole('button', { name: 'Archive', exact: true }).focus()
  await expectAccessible(page)
  await editor.fill('{"type":"object","properties":{"seats":{"type":"integer","maximum":1000}}}')
  await expect(
    page.getByText('have fields that do not fit'),
    'what was found of another text is gone',
  ).toBeHidden()
  await trial.click()
  await expect(page.getByText('The fields of all 2 tenants fit this schema.')).toBeVisible()
})

test('a read-only workspace says so, and offers no change', async ({
  page,
  open,
  api,
  admin,
  workspace,
}) => {
  await admin.update(workspace.id, { webhookUri: 'http://127.0.0.1:9/hook' })
  await admin.send('POST', '/alerts/test')
  await admin.send('POST', `/org-workspaces/${workspace.id}/ping`)
  await api.update(workspace.id, { isReadOnly: true })
  await open('/settings')
  await expect(page.getByRole('note').filter({ hasText: 'read-only' })).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('readonly', '')
  await expect(page.getByRole('switch', { name: 'API logs' })).toBeDisabled()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(button('Send a ping')).toBeDisabled()
  const openPage = (name: string) => page.getByRole('link', { name, exact: true }).first().click()
  await openPage('Raised alerts')
  await expect(button('Mute Test alert')).toBeDisabled()
  await openPage('Deliveries')
  await expect(button('Retry failed…')).toBeDisabled()
  await page.getByText('ping', { exact: true }).click()
  await expect(button('Resend')).toBeDisabled()
  await page.keyboard.press('Escape')
  await openPage('Demo')
  await expect(page.getByRole('note')).toContainText('This workspace is read-only')
  await expect(button('Set it to 5')).toBeDisabled()
  await openPage('Settings')
  await page.getByRole('button', { name: 'Switch read-only off' }).click()
  await expect(page.getByRole('switch', { name: 'API logs' })).toBeEnabled()
  expect((await api.workspace(workspace.id)).isReadOnly).toBe(false)
})

test('each part of the settings has a heading, and each setting of several inputs a name', async ({
  page,
  open,
}) => {
  await open('/settings')
  const parts = page.getByRole('navigation', { name: 'Parts of the settings' }).getByRole('link')
  await expect(parts.first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(await parts.allInnerTexts())
  const descriptions = {
    Type: 'Production workspaces are marked on every page',
    'Public keys': 'PEM public keys, certificates or JWKs',
    'User fields schema': 'JSON Schema of the fields stored for each tenant',
  }
  for (const [name, description] of Object.entries(descriptions))
    await expect(page.getByRole('group', { name, exact: true })).toHaveAccessibleDescription(
      new RegExp(description),
    )
})

test('the secret is masked until the user reveals it', async ({ page, open, workspace }) => {
  await open('/settings', 'operator')
  expect(await page.content()).not.toContain(workspace.secret)
  await page.getByRole('heading', { name: 'Internal' }).click()
  expect(await page.content()).not.toContain(workspace.secret)
  await page.getByRole('button', { name: 'Show the secret' }).click()
  await expect(page.getByText(workspace.secret)).toBeVisible()
})

test('a session with an issued token cannot see the secret, and the page says who can', async ({
  page,
  open,
  workspace,
}) => {
  await open('/settings')
  await page.getByRole('heading', { name: 'Internal' }).click()
  await expect(page.getByText('Not shown to this token. Operators can see it')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the secret' })).toBeHidden()
  await page.getByRole('button', { name: 'Rotate the secret' }).click()
  const confirm = page.getByRole('dialog', { name: 'Rotate the secret' })
  await expect(confirm).toContainText('This session ends')
  await confirm.getByRole('textbox', { name: /to confirm$/ }).fill(workspace.name)
  await confirm.getByRole('button', { name: 'Rotate the secret' }).click()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeVisible()
})

test('a user archives the workspace by typing its name, and an operator restores it @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await open('/settings', 'operator')
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const confirm = page.getByRole('dialog', { name: 'Archive this workspace' })
  await expect(confirm.getByRole('button', { name: 'Archive' })).toBeDisabled()
  await confirm.getByRole('textbox', { name: /to confirm$/ }).fill(workspace.name)
  await confirm.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByRole('note').filter({ hasText: 'archived' })).toBeVisible()
  await expect(page.getByRole('main'), 'the danger zone is hidden').toBeFocused()
  expect((await api.workspace(workspace.id)).archivedAt).toBeDefined()
  const heading = page.getByRole('heading', { name: 'This workspace is archived' })
  await page.getByRole('link', { name: 'Connectors' }).click()
  await expect(heading).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('note').filter({ hasText: 'archived' })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.getByRole('link', { name: 'Connectors' }).click()
  await page.getByRole('button', { name: 'Restore' }).click()
  await expect(heading).toBeHidden()
  await expect(page.getByText('No connectors yet')).toBeVisible()
  expect((await api.workspace(workspace.id)).archivedAt).toBeUndefined()
})

test('an operator is told when the workspace was archived by someone else', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const watching = page.waitForResponse(/\/api\/changes/)
  await open('/apps?tab=public', 'operator')
  await expect(page.getByRole('grid', { name: 'Apps' })).toBeVisible()
  await watching
  await api.send('DELETE', `/org-workspaces/${workspace.id}`)
  await expect(page.getByRole('heading', { name: 'This workspace is archived' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Sign in again' })).toBeHidden()
})

test('the history of an archived workspace has no refusals because of who reads it', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.send('DELETE', `/org-workspaces/${workspace.id}`)
  let tokens = 0
  page.on('request', (request) => {
    tokens += Number(request.url().endsWith('/access-token'))
  })
  const watching = page.waitForResponse(/\/api\/changes/)
  await open('/history', 'operator')
  await expect(page.getByRole('list', { name: 'History' })).toContainText('archived the workspace')
  await watching
  await page.getByRole('link', { name: 'Limits' }).click()
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeVisible()
  expect(tokens).toBe(0)
})

test('a name is confirmed as it is shown, whatever spaces it has', async ({
  page,
  api,
  open,
  workspace,
}) => {
  await api.update(workspace.id, { name: ' Two  spaces\u00A0here ' })
  await open('/settings#danger-zone')
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive this workspace' })
  const archive = dialog.getByRole('button', { name: 'Archive' })
  await dialog.getByRole('textbox', { name: /to confirm$/ }).fill('Two spaces')
  await expect(archive).toBeDisabled()
  await dialog.getByRole('textbox', { name: /to confirm$/ }).fill('Two spaces here')
  await expect(archive).toBeEnabled()
})

test('printed settings use the width of the page', async ({ open, page }) => {
  await open('/settings')
  const name = page.getByLabel('Name', { exact: true })
  await expect(name).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  expect((await name.boundingBox())?.width).toBeGreaterThan(200)
  // What is on is a background, which browsers leave out by default.
  await expect(page.getByRole('switch').first()).toHaveCSS('print-color-adjust', 'exact')
})
