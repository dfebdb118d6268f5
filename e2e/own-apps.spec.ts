import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { expect, test } from './fixtures'
import { holdRequests } from './hold-requests'

const form = (page: Page) => page.getByRole('dialog', { name: 'Create app' })
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true })
const createButton = (page: Page) => page.getByRole('button', { name: 'Create app' })

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: ReturnType<Page['getByRole']>) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
}

test('a user creates an app by keyboard; its key follows its name and focus is kept', async ({
  page,
  open,
  admin,
}) => {
  await open('/apps')
  await tabTo(page, createButton(page))
  await page.keyboard.press('Enter')
  await expect(field(page, 'Name')).toBeFocused()
  await page.keyboard.type('Café Fleet (EU)')
  await expect(field(page, 'Key')).toHaveValue('cafe-fleet-eu')
  await tabTo(page, field(page, 'App address'))
  await page.keyboard.type('https://fleet.example/')
  await tabTo(
    page,
    form(page).getByRole('combobox', { name: 'Categories' }).or(field(page, 'Categories')),
  )
  await page.keyboard.type('Internal')
  await page.keyboard.press('Enter')
  await tabTo(page, form(page).getByRole('button', { name: 'Create', exact: true }))
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Café Fleet (EU) is created' }),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: /Café Fleet \(EU\)/ })).toContainText('Internal')
  await expect(createButton(page)).toBeFocused()
  expect(await admin.app('cafe-fleet-eu')).toMatchObject({
    name: 'Café Fleet (EU)',
    appUri: 'https://fleet.example/',
    categories: ['Internal'],
    isPublic: false,
  })
})

test('a taken key is reported at its field before and after sending; no input lost @long', async ({
  page,
  open,
  api,
  workspace,
  admin,
}) => {
  const { id } = await admin.newApp({ name: 'First', key: 'taken' })
  await admin.send('DELETE', `/external-apps/${id}`)
  await open('/apps')
  await createButton(page).click()
  await field(page, 'Name').fill('Taken')
  await expect(form(page).getByText('First, which is archived, has this key already')).toBeVisible()
  await field(page, 'App address').fill('fleet.example')
  await field(page, 'Logo').fill('/favicon.svg')
  await form(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(form(page).getByText('Use a full address that starts with https://')).toBeVisible()
  await expectAccessible(page)
  await field(page, 'App address').fill('https://fleet.example/')
  await form(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(field(page, 'Key')).toHaveAccessibleDescription(
    /An archived app of this workspace has the key 'taken'/,
  )
  await expect(field(page, 'Key')).toBeFocused()

  await api.update(workspace.id, {
    limits: { totalNumberOfWorkspaceElements: { unit: 'number', value: 0 } },
  })
  await field(page, 'Key').fill('my-own')
  await field(page, 'Name').fill('Renamed')
  await expect(field(page, 'Key'), 'a key that was typed stays').toHaveValue('my-own')
  await field(page, 'Reason (optional)').fill('Ticket 14')
  await form(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(form(page).getByRole('alert')).toContainText('Workspace elements')
  await page.keyboard.press('Escape')
  await expect(form(page)).toBeHidden()
  await page.getByRole('link', { name: 'Connectors', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await api.update(workspace.id, {
    limits: { totalNumberOfWorkspaceElements: { unit: 'number', value: 5 } },
  })
  await createButton(page).click()
  await expect(field(page, 'Logo')).toHaveValue('/favicon.svg')
  await form(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('Renamed is created')).toBeVisible()
  expect(await admin.app('my-own')).toMatchObject({
    name: 'Renamed',
    logoUri: '/favicon.svg',
    appUri: 'https://fleet.example/',
  })
  expect(await admin.send('GET', '/audit-events?operation=createApp&outcome=done')).toMatchObject({
    items: [{ reason: 'Ticket 14' }, { subject: { name: 'First' } }],
  })
})

test('the form points out similar apps in the catalog while the name is typed @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, { settings: { useServiceUniverse: true } })
  await open('/apps')
  await createButton(page).click()
  await field(page, 'Name').fill('HubSpot')
  await expect(form(page).getByText('yours replaces it in this workspace')).toBeVisible()
  await form(page).getByRole('link', { name: 'HubSpot' }).click()
  const app = page.getByRole('dialog', { name: 'HubSpot' })
  await expect(app).toContainText('the public catalog')
  for (const name of ['Archive…', 'Edit…'])
    await expect(app.getByRole('button', { name })).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Workspace apps' }).click()
  await createButton(page).click()
  await expect(field(page, 'Name')).toHaveValue('HubSpot')
})

test('a user opens an app by its link, sees who uses it, archives and restores it @long', async ({
  page,
  open,
  admin,
}) => {
  const app = await admin.newApp({
    name: 'Field Service',
    appUri: 'https://field.example/',
    categories: ['Internal', 'Support'],
  })
  await admin.send('POST', '/connectors', { name: 'Field connector', externalAppId: app.id })
  await open('/apps')
  await page.getByRole('link', { name: 'Field Service' }).click()
  await expect(page).toHaveURL(new RegExp(`app=${app.id}`))
  const drawer = page.getByRole('dialog', { name: /Field Service/ })
  for (const known of [app.id, app.uuid, app.key, 'Internal, Support', 'this workspace'])
    await expect(drawer).toContainText(known)
  await expect(drawer.getByRole('link', { name: 'https://field.example/' })).toBeVisible()
  for (const name of ['Copy Key', 'Copy Id', 'Copy uuid'])
    await expect(drawer.getByRole('button', { name })).toBeVisible()
  await expect(
    drawer
      .getByRole('region', { name: 'Connectors for it' })
      .getByRole('link', { name: 'Field connector' }),
  ).toBeVisible()
  await expect(drawer.getByRole('region', { name: 'Connections to it' })).toContainText(
    'None in this workspace',
  )
  await expectAccessible(page)
  await drawer.getByRole('tab', { name: 'JSON' }).click()
  await expect(drawer.getByLabel('JSON', { exact: true }).last()).toContainText(
    `"uuid": "${app.uuid}"`,
  )
  await page.reload()
  await expect(
    drawer.getByRole('tab', { name: 'JSON' }),
    'the address keeps what was open',
  ).toHaveAttribute('aria-selected', 'true')
  await drawer.getByRole('tab', { name: 'Details' }).click()

  await drawer.getByRole('button', { name: 'Archive…' }).click()
  const archive = page.getByRole('dialog', { name: 'Archive apps' })
  await expect(archive).toContainText('will be archived')
  await page.keyboard.press('Escape')
  await expect(archive).toBeHidden()
  await expect(drawer, 'only the dialog above it is closed').toBeVisible()
  await drawer.getByRole('button', { name: 'Archive…' }).click()
  await archive.getByRole('button', { name: 'Archive 1 app' }).click()
  await page.getByRole('dialog', { name: 'Archived' }).getByRole('button', { name: 'Done' }).click()
  await expect(drawer.getByText('Archived', { exact: true }).first()).toBeVisible()
  expect((await admin.app(app.id)).archivedAt).toBeDefined()
  await drawer.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Field Service is restored')).toBeVisible()
  await expect(drawer.getByRole('button', { name: 'Archive…' })).toBeVisible()
  expect((await admin.app(app.id)).archivedAt).toBeUndefined()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page).not.toHaveURL(/app=/)
})

test('a user starts a connector from an app; a draft for another app is kept @long', async ({
  page,
  open,
  admin,
}) => {
  const [first, second] = [
    await admin.newApp({ name: 'First app' }),
    await admin.newApp({ name: 'Second app' }),
  ]
  await open(`/apps?app=${first.id}`)
  await page.getByRole('dialog').getByRole('link', { name: 'Create a connector for it' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('First app')
  await page.getByRole('textbox', { name: 'Key' }).fill('first-connector')
  await page.goto(
    page.url().replace(/connectors.*/, `connectors/new?app=${second.id}&name=Second%20app`),
  )
  await expect(page.getByRole('textbox', { name: 'Key' })).toHaveValue('first-connector')
  await page.getByRole('button', { name: 'Start over for Second app' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Second app')
  await page.getByRole('button', { name: 'Review and create' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page).toHaveURL(/\/connectors\/second-app/)
  await expect(page.getByRole('heading', { name: 'Second app', exact: true })).toBeVisible()
  expect(await admin.send('GET', `/connectors?externalAppId=${second.id}`)).toMatchObject({
    items: [{ key: 'second-app' }],
  })
})

test('operators create apps as the workspace, and nobody does where it is read-only @long', async ({
  page,
  open,
  api,
  workspace,
  admin,
}) => {
  const app = await admin.newApp({ name: 'Locked in' })
  await open('/apps', 'operator')
  await createButton(page).click()
  await field(page, 'Name').fill('By an operator')
  await form(page).getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByText('By an operator is created')).toBeVisible()
  expect((await admin.app('by-an-operator')).isPublic).toBe(false)

  await api.update(workspace.id, { isReadOnly: true })
  await page.goto(`/w/${workspace.id}/apps?app=${app.id}`)
  const drawer = page.getByRole('dialog', { name: 'Locked in' })
  await expect(drawer.getByRole('button', { name: 'Archive…' })).toBeDisabled()
  await expect(drawer).toContainText('This workspace is read-only')
  await page.keyboard.press('Escape')
  await expect(createButton(page)).toBeDisabled()
  await expect(page.getByRole('note')).toContainText('This workspace is read-only')
})

test('a reader sees an app without any editing controls', async ({ page, open, admin }) => {
  const app = await admin.newApp({ name: 'Readable' })
  await open(`/apps?app=${app.id}`, 'reader')
  const drawer = page.getByRole('dialog', { name: 'Readable' })
  await expect(drawer).toContainText(app.uuid)
  for (const name of ['Archive…', 'Edit…'])
    await expect(drawer.getByRole('button', { name })).toBeHidden()
  await expect(drawer.getByRole('link', { name: 'Create a connector for it' })).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Readable/ })).toBeVisible()
  await expect(createButton(page)).toBeHidden()
})

const editForm = (page: Page, name: string) => page.getByRole('dialog', { name: `Edit ${name}` })

test('a user edits a custom app; only changes are sent; list and history show them @long', async ({
  page,
  open,
  admin,
}) => {
  const app = await admin.newApp({
    name: 'Field Service',
    key: 'field',
    appUri: 'https://field.example/',
    categories: ['Internal'],
  })
  await open(`/apps?app=${app.id}`)
  const drawer = page.getByRole('dialog', { name: /^Field Service/ })
  await drawer.getByRole('button', { name: 'Edit…' }).click()
  const edit = editForm(page, 'Field Service')
  await expect(edit.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await expect(edit.getByRole('textbox', { name: 'Key' })).toHaveValue('field')
  await expect(edit.getByRole('textbox', { name: 'Key' })).not.toBeEditable()
  await expect(edit.getByText('Nothing is changed yet')).toBeVisible()
  await expect(edit.getByRole('button', { name: 'Save' })).toBeDisabled()

  await edit.getByRole('textbox', { name: 'App address' }).fill('field.example')
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toContainText('A name needs at least one character')
  await expect(edit).toContainText('Use a full address that starts with https://')
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Fleet')
  await edit.getByRole('textbox', { name: 'App address' }).fill('')
  await expect(edit.getByRole('row', { name: /^Name/ })).toContainText('Field ServiceFleet')
  await expect(edit.getByRole('row', { name: /^App address/ })).toContainText('none')
  await expect(edit.getByRole('row', { name: /^Categories/ })).toBeHidden()
  await expectAccessible(page)
  await edit.getByRole('tab', { name: 'cURL' }).click()
  await expect(edit).toContainText(
    `-X PATCH '${new URL(`/api/external-apps/${app.id}`, page.url()).href}'`,
  )
  await expect(edit).toContainText('If-Match')
  await edit.getByRole('textbox', { name: 'Reason (optional)' }).fill('Renamed in ticket 12')
  await edit.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Fleet saved')).toBeVisible()
  expect(await admin.send('GET', '/audit-events?operation=updateApp&outcome=done')).toMatchObject({
    items: [{ reason: 'Renamed in ticket 12' }],
  })
  await expect(edit).toBeHidden()
  await expect(page.getByRole('dialog', { name: /^Fleet/ })).toContainText('Internal')
  const { appUri, ...kept } = await admin.app('field')
  expect([appUri, kept]).toEqual([
    undefined,
    { ...kept, id: app.id, name: 'Fleet', categories: ['Internal'] },
  ])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: /Fleet/ })).toBeVisible()
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('link', { name: 'changed the app Fleet' }).click()
  await expect(page.getByRole('dialog').getByRole('row', { name: /^App address/ })).toContainText(
    'https://field.example/',
  )
})

test('concurrent changes to an app are merged, or resolved by the user @long', async ({
  page,
  open,
  admin,
}) => {
  const app = await admin.newApp({ name: 'Shared', categories: ['Internal'] })
  const theyChange = (body: unknown) => admin.send('PATCH', `/external-apps/${app.id}`, body)
  await open(`/apps?app=${app.id}`)
  await page
    .getByRole('dialog', { name: /^Shared/ })
    .getByRole('button', { name: 'Edit…' })
    .click()
  await theyChange({ categories: ['Theirs'] })
  await editForm(page, 'Shared').getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
  await editForm(page, 'Shared').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Mine saved')).toBeVisible()
  expect(await admin.app(app.id)).toMatchObject({ name: 'Mine', categories: ['Theirs'] })

  await page.getByRole('dialog', { name: /^Mine/ }).getByRole('button', { name: 'Edit…' }).click()
  await theyChange({ name: 'Named by them', appUri: 'https://theirs.example/' })
  await editForm(page, 'Mine')
    .getByRole('textbox', { name: 'Name', exact: true })
    .fill('Named by me')
  await editForm(page, 'Mine').getByRole('textbox', { name: 'Logo' }).fill('/favicon.svg')
  await editForm(page, 'Mine').getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: /^This app was changed by/ })
  await expect(conflict).toContainText('Named by them')
  await conflict.getByRole('radio', { name: /Mine/ }).check()
  await conflict.getByRole('button', { name: 'Continue' }).click()
  const edit = editForm(page, 'Named by them')
  await expect(edit.getByRole('row', { name: /^Name/ })).toContainText('Named by themNamed by me')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Named by me saved')).toBeVisible()
  expect(await admin.app(app.id)).toMatchObject({
    name: 'Named by me',
    appUri: 'https://theirs.example/',
    logoUri: '/favicon.svg',
  })

  // Nothing typed is lost if someone else archives the app.
  await page
    .getByRole('dialog', { name: /^Named by me/ })
    .getByRole('button', { name: 'Edit…' })
    .click()
  const last = editForm(page, 'Named by me')
  await last.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed before the archive')
  await admin.send('DELETE', `/external-apps/${app.id}`)
  await last.getByRole('button', { name: 'Save' }).click()
  await expect(last.getByRole('alert')).toContainText(/archived|not found/i)
  await expect(last.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
    'Typed before the archive',
  )
  await last.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Named by me is restored')).toBeVisible()
  await expect(last.getByText('This app is archived')).toBeHidden()
  await last.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Typed before the archive saved')).toBeVisible()
})

test('closing an unsaved edit asks first, and edit is offered only where allowed @long', async ({
  page,
  open,
  api,
  workspace,
  admin,
}) => {
  const app = await admin.newApp({ name: 'Careful' })
  await open(`/apps?app=${app.id}`, 'operator')
  const drawer = page.getByRole('dialog', { name: /^Careful/ })
  await drawer.getByRole('button', { name: 'Edit…' }).click()
  const edit = editForm(page, 'Careful')
  await expect(edit).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(edit, 'without changes it closes without a question').toBeHidden()
  await expect(drawer.getByRole('button', { name: 'Edit…' })).toBeFocused()
  await drawer.getByRole('button', { name: 'Edit…' }).click()
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Half done')
  await page.keyboard.press('Escape')
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Stay' }).click()
  await expect(edit.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half done')
  await expect(edit.locator(':focus'), 'the focus is where the question came from').toHaveCount(1)
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await leave.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(edit).toBeHidden()
  await expect(drawer.getByRole('button', { name: 'Edit…' })).toBeFocused()
  await drawer.getByRole('button', { name: 'Edit…' }).click()
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('By an operator')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('By an operator saved'),
    'an operator acts as the workspace',
  ).toBeVisible()

  await admin.send('DELETE', `/external-apps/${app.id}`)
  await page.reload()
  const renamed = page.getByRole('dialog', { name: /^By an operator/ })
  await expect(renamed.getByRole('button', { name: 'Restore' })).toBeVisible()
  await expect(
    renamed.getByRole('button', { name: 'Edit…' }),
    'not of an archived app',
  ).toBeHidden()
  await renamed.getByRole('button', { name: 'Restore' }).click()
  await expect(renamed.getByRole('button', { name: 'Edit…' })).toBeEnabled()
  await api.update(workspace.id, { isReadOnly: true })
  await page.reload()
  await expect(renamed.getByRole('button', { name: 'Edit…' })).toBeDisabled()
})

test('an app that could not be created is reported after leaving the page', async ({
  page,
  open,
}) => {
  await open('/history')
  await page.getByRole('link', { name: 'Apps' }).click()
  await page.getByRole('button', { name: 'Create app' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create app' })
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Too late')
  const fail = await holdRequests(page, '**/api/external-apps', { method: 'POST', isLost: true })
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await page.goBack()
  const question = page.getByRole('dialog', { name: 'A save is running' })
  await question.getByRole('button', { name: 'Leave now' }).click()
  await expect(page.getByRole('heading', { name: 'Apps', level: 1 })).toBeHidden()
  await fail()
  await expect(page.getByText('Couldn’t create Too late')).toBeVisible()
})

test('Back closes an edit with the app, and asks first if it is unsaved', async ({
  page,
  open,
  admin,
}) => {
  const app = await admin.newApp({ name: 'Careful' })
  await open('/apps')
  const edit = editForm(page, 'Careful')
  const begin = async () => {
    await page.getByRole('link', { name: 'Careful' }).click()
    await page.getByRole('button', { name: 'Edit…' }).click()
    await expect(edit).toBeVisible()
  }
  await begin()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await begin()
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Half done')
  await page.goBack()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(new RegExp(`app=${app.id}`))
  await expect(edit.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Half done')
  await page.goBack()
  await leave.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/app=/)
})

test('opening another app closes an edit too, and asks first if it is unsaved', async ({
  page,
  open,
  admin,
}) => {
  await admin.newApp({ name: 'Careful' })
  const other = await admin.newApp({ name: 'Zebra' })
  await open('/apps')
  await page.getByRole('link', { name: 'Careful' }).click()
  await page.getByRole('button', { name: 'Edit…' }).click()
  const edit = editForm(page, 'Careful')
  await edit.getByRole('textbox', { name: 'Name', exact: true }).fill('Half done')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Go to' }).fill('Zebra')
  await expect(page.getByRole('button', { name: /^Zebra/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page).toHaveURL(new RegExp(`app=${other.id}`))
  await expect(page.getByRole('dialog', { name: 'Zebra' })).toBeVisible()
  await expect(edit).toBeHidden()
})

test('spaces around the name of an app are no change of it', async ({ page, open, admin }) => {
  const { id } = await admin.newApp({ name: ' Padded ' })
  await open(`/apps?app=${id}`)
  await page.getByRole('button', { name: 'Edit…' }).click()
  const form = page.getByRole('dialog', { name: 'Edit Padded' })
  await expect(form).toContainText('Nothing is changed yet.')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await expect(form).toBeHidden()
})
