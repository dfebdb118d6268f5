import { z } from 'zod'
import { expectAccessible } from './accessibility'
import { expect, test, type Api } from './fixtures'
import { reviewAndSave, toast, unsavedChanges } from './vocabulary'

const code = 'return { baseUri: "https://old.example" }\n'
const desk = {
  name: 'Desk',
  type: 'app-token',
  categories: ['Support'],
  inputSchema: { type: 'object', properties: { token: { type: 'string', title: 'Token' } } },
  parameters: { region: 'eu' },
  makeApiClient: { type: 'javascript', code },
}
const path = '/connectors/desk/specification'

/** Creates a connector with a published version. */
async function newConnector(admin: Api): Promise<void> {
  await admin.send('POST', '/connectors', { ...desk, key: 'desk' })
  await admin.send('POST', '/connectors/desk/publish-version', { version: '1.0.0' })
}

test('a user edits a function and a schema, reviews, saves and publishes them @long', async ({
  page,
  open,
  admin,
}) => {
  await newConnector(admin)
  await open('/connectors/desk')
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Edit Desk', level: 1 })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Key', exact: true })).toHaveAttribute('readonly')
  await expect(unsavedChanges(page)).toBeHidden()

  const schema = page.getByRole('textbox', { name: 'Input schema' })
  await schema.fill('{"type":"object","properties":{"site":{"type":"text"}}}')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.getByText('properties.site.type: Use string')).toBeVisible()
  await expect(unsavedChanges(page)).toContainText('1 unsaved change · 1 problem to fix')
  await page.reload()
  await expect(schema, 'the draft survives a reload').toContainText('site')
  await schema.fill('{"type":"object","properties":{"site":{"type":"string"}}}')
  await page
    .getByRole('textbox', { name: 'Code of API client' })
    .fill('return { baseUri: "https://new.example" }')
  await expect(unsavedChanges(page)).toContainText('2 unsaved changes')

  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: 'Review changes to Desk' })
  const changes = review.getByRole('region', { name: 'Changes of the working copy' })
  await expect(changes.getByRole('deletion').filter({ hasText: 'old.example' })).toBeVisible()
  await expect(changes.getByRole('insertion').filter({ hasText: 'new.example' })).toBeVisible()
  await expect(changes).not.toContainText('region')
  await expectAccessible(page)
  await review.getByRole('textbox', { name: 'Reason (optional)' }).fill('New host')
  await review.getByRole('tab', { name: 'cURL' }).click()
  await expect(review).toContainText('curl -X PUT')
  await expect(review).toContainText('If-Match')
  await review.getByRole('button', { name: 'Save' }).click()

  await expect(page.getByText('Changes to Desk saved')).toBeVisible()
  await expect(page).toHaveURL(/connectors\/desk\?version=dev$/)
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByRole('region', { name: 'Functions' })).toContainText('new.example')
  expect(await admin.send('GET', `${path}?version=1.0.0`)).toMatchObject(desk)
  await page.getByRole('button', { name: 'Publish…' }).click()
  const publish = page.getByRole('dialog', { name: 'Publish version 1.1.0' })
  await expect(publish.getByRole('insertion').filter({ hasText: 'new.example' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('link', { name: 'changed the connector Desk' }).click()
  const entry = page.getByRole('dialog', { name: /changed the connector Desk/ })
  await expect(entry).toContainText('New host')
  await expect(entry.getByRole('row', { name: /^Input schema/ })).toContainText('site')
  await expect(entry.getByRole('row', { name: /^makeApiClient.code/ })).toContainText('new.example')

  await admin.send('PUT', path, {
    ...desk,
    name: 'Help centre',
    parameters: { region: 'us' },
    makeApiClient: { type: 'javascript', code: 'return { baseUri: "https://new.example" }' },
  })
  await entry.getByRole('link', { name: 'Revert this change' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Help centre', level: 1 })).toBeVisible()
  await expect(unsavedChanges(page)).toContainText('1 unsaved change')
  await reviewAndSave(page)
  await expect(page.getByText('Changes to Help centre saved')).toBeVisible()
  expect(await admin.send('GET', `${path}?version=dev`)).toMatchObject({
    name: 'Help centre',
    parameters: { region: 'us' },
    makeApiClient: { type: 'javascript', code },
  })
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('link', { name: 'changed the connector Help centre' }).nth(1).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Revert this change' }).click()
  await expect(page.getByRole('status', { name: 'Reverted change' })).toHaveText(
    'The history does not keep the earlier value of parameters: it stays as it is.',
  )
  await expectAccessible(page)
})

test('a save is undone, and what is renamed is found by its new name', async ({
  page,
  open,
  admin,
}) => {
  await newConnector(admin)
  await open('/connectors/desk/edit')
  await page.getByRole('textbox', { name: 'Name' }).fill('Help centre')
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Help centre', level: 1 })).toBeVisible()
  expect(await admin.send('GET', '/connectors?search=help')).toMatchObject({
    items: [{ key: 'desk', name: 'Help centre' }],
  })
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: changes to Help centre')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Desk', level: 1 })).toBeVisible()
  expect(await admin.send('GET', `${path}?version=dev`)).toMatchObject(desk)

  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Help centre')
  await page.keyboard.press('Control+s')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const saved = page.getByRole('alert').filter({ hasText: 'Changes to Help centre saved' })
  await expect(saved).toBeVisible()
  await admin.send('PUT', path, { ...desk, name: 'Help centre', categories: ['CRM'] })
  await saved.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Edit Help centre', level: 1 })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Desk')
  await reviewAndSave(page)
  await expect(page.getByText('Changes to Desk saved')).toBeVisible()
  expect(await admin.send('GET', `${path}?version=dev`)).toMatchObject({
    ...desk,
    categories: ['CRM'],
  })
})

test('changes by two users are merged, or resolved by the user if they conflict @long', async ({
  page,
  open,
  admin,
}) => {
  await newConnector(admin)
  await open('/connectors/desk/edit')
  const client = page.getByRole('textbox', { name: 'Code of API client' })
  await client.fill('return mine')
  await admin.send('PUT', path, { ...desk, name: 'Desk 2', categories: ['Support', 'CRM'] })
  await expect(unsavedChanges(page)).toContainText('Changed by Test admin just now')
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Desk 2')
  await expect(client).toHaveText('return mine')

  await admin.send('PUT', path, {
    ...desk,
    makeApiClient: { type: 'javascript', code: 'return theirs' },
  })
  await expect(unsavedChanges(page)).toContainText('Test admin also changed API client')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const conflict = page.getByRole('dialog', { name: 'This connector was changed by Test admin' })
  await expect(conflict.getByRole('radiogroup', { name: 'API client' })).toContainText(
    'return theirs',
  )
  await expectAccessible(page)
  await conflict.getByRole('radio', { name: /^Mine/ }).check()
  await conflict.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes to Desk saved')).toBeVisible()
  expect(await admin.send('GET', `${path}?version=dev`)).toMatchObject({
    ...desk,
    makeApiClient: { type: 'javascript', code: 'return mine' },
  })
})

test('a review ends with a conflict, or when someone else saves the same first @long', async ({
  page,
  open,
  admin,
}) => {
  await newConnector(admin)
  await open('/connectors/desk/edit')
  const client = page.getByRole('textbox', { name: 'Code of API client' })
  const review = page.getByRole('dialog', { name: 'Review changes to Desk' })
  const saveElsewhere = (text: string) =>
    admin.send('PUT', path, { ...desk, makeApiClient: { type: 'javascript', code: text } })
  await client.fill('return mine')
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(review).toBeVisible()
  await saveElsewhere('return theirs')
  await expect(review.getByRole('alert')).toContainText('also changed API client')
  await review.getByRole('button', { name: 'Save' }).click()
  const conflict = page.getByRole('dialog', { name: /^This connector was changed by/ })
  await conflict.getByRole('button', { name: 'Back to editing' }).click()
  await expect(conflict).toBeHidden()
  await expect(review).toBeHidden()
  await expect(client).toHaveText('return mine')

  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(review).toBeVisible()
  await saveElsewhere('return mine')
  await expect(toast(page, 'Test admin has saved the same change')).toBeVisible()
  await expect(review).toBeHidden()
  await client.fill('return next')
  await expect(unsavedChanges(page)).toContainText('1 unsaved change')
  await expect(review).toBeHidden()
})

test('an edit is left after a question, and offered only where it is allowed @long', async ({
  page,
  open,
  admin,
  api,
  workspace,
}) => {
  await newConnector(admin)
  await open('/connectors/desk/edit')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Half done')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(name).toHaveValue('Desk')
  await expect(name).toBeFocused()
  await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
  await expect(name).toHaveValue('Half done')
  await expect(unsavedChanges(page)).toContainText('1 unsaved change')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(name).toHaveValue('Desk')
  await name.fill('Left')
  await page.getByRole('link', { name: 'Limits' }).click()
  await page.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page.getByRole('heading', { name: 'Limits', level: 1 })).toBeVisible()
  const { version } = z.object({ version: z.string() }).parse(await admin.send('GET', path))
  expect(version).toBe('1.0.0')

  await page.goBack()
  await name.fill('Kept')
  await api.update(workspace.id, { isReadOnly: true })
  await expect(page.getByRole('note')).toContainText('This workspace is read-only')
  await expect(page.getByText('Your draft is kept in this tab.')).toBeVisible()
  await expect(name).toBeHidden()
  await page.getByRole('link', { name: 'All connectors' }).click()
  await page.getByRole('link', { name: /^Desk/ }).click()
  await expect(page.getByRole('region', { name: 'General' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeHidden()
})

test('a working copy that is invalid says so, and is repaired @long', async ({
  page,
  open,
  admin,
}) => {
  await admin.send('POST', '/connectors', { name: 'Desk', key: 'desk', options: {} })
  await open('/connectors/desk/edit')
  const notice = page.getByRole('alert', { name: 'The saved working copy has 1 problem' })
  await expect(notice).toContainText('Authentication: Add an option, or switch to a single way')
  await expectAccessible(page)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Help centre')
  await expect(unsavedChanges(page)).toContainText('1 unsaved change · 1 problem to fix')
  await page.getByRole('switch', { name: 'Several ways' }).uncheck()
  await expect(unsavedChanges(page)).not.toContainText('problem')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const changes = page.getByRole('region', { name: 'Changes of the working copy' })
  await expect(changes.getByRole('deletion').filter({ hasText: 'options' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Changes to Help centre saved')).toBeVisible()
  expect(await admin.send('GET', `${path}?version=dev`)).not.toHaveProperty('options')
})
