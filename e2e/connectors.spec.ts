import { expectAccessible } from './accessibility'
import { expect, test } from './fixtures'
import { holdRequests } from './hold-requests'
import { chooseFromMenu } from './vocabulary'

test('a user creates a connector step by step @long', async ({ page, open, admin }) => {
  await open('/connectors/new')
  await page.getByRole('combobox', { name: 'App' }).fill('hubspot')
  await page.getByRole('option', { name: 'HubSpot (hubspot)' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('HubSpot')
  await expect(page.getByRole('textbox', { name: 'Key', exact: true })).toHaveValue('hubspot')
  await page.getByRole('combobox', { name: 'Authentication type' }).click()
  await page.getByRole('option', { name: 'OAuth 2 (oauth2)' }).click()
  await expect(page.getByRole('region', { name: 'OAuth configuration' })).toContainText('expected')
  await page.getByRole('combobox', { name: 'Authentication type' }).click()
  await page.getByRole('option', { name: 'App token (app-token)' }).click()
  await expect(
    page.getByRole('region', { name: 'OAuth configuration' }),
    'only what the type uses',
  ).toBeHidden()

  const input = page.getByRole('textbox', { name: 'Input schema' })
  await input.fill(
    JSON.stringify({
      type: 'object',
      properties: { token: { type: 'text', title: 'API token' } },
      required: ['token'],
    }),
  )
  await page.getByRole('button', { name: 'Review and create' }).click()
  await expect(page.getByText('1 problem to fix')).toBeVisible()
  await expect(
    page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('link', { name: /Schemas.*1 problem/ }),
  ).toBeVisible()
  await expect(page.getByText('properties.token.type: Use string')).toBeVisible()
  await page.reload()
  await expect(input, 'the draft survives a reload').toContainText('API token')
  await input.fill(
    JSON.stringify({
      type: 'object',
      properties: { token: { type: 'string', title: 'API token' } },
      required: ['token'],
    }),
  )
  await expect(
    page
      .getByRole('group', { name: 'Form of the input schema' })
      .getByRole('textbox', { name: 'API token' }),
  ).toBeVisible()

  const client = page.getByRole('region', { name: 'API client' })
  await client.getByText('JavaScript').click()
  await client
    .getByRole('textbox', { name: 'Code of API client' })
    .fill('return { baseUri: "https://api.example" }')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Review and create' }).click()
  const review = page.getByRole('dialog', { name: 'Create HubSpot' })
  await expect(review).toContainText('"type": "app-token"')
  await expect(review).not.toContainText('getOAuthConfig')
  await review.getByRole('tab', { name: 'cURL' }).click()
  await expect(review).toContainText('curl -X POST')
  await review.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'HubSpot', level: 1 })).toBeVisible()

  expect(await admin.send('GET', '/connectors/hubspot/specification')).toMatchObject({
    type: 'app-token',
    makeApiClient: { type: 'javascript', code: 'return { baseUri: "https://api.example" }' },
    test: { type: 'rest-api-mapping' },
  })
})

test('a user undoes starting over or loading a file, and discards the draft @long', async ({
  page,
  open,
}) => {
  await open('/connectors/new')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Typed')
  const app = page.getByRole('combobox', { name: 'App' })
  await app.click()
  await page.getByRole('option', { name: '.NET (dotnet)' }).click()
  await expect(app).toHaveValue('.NET')
  const shown = await app.evaluate(async (field: HTMLInputElement) => {
    const values = new Set<string>()
    for (let frame = 0; frame < 60; frame += 1) {
      await new Promise(requestAnimationFrame)
      values.add(field.value)
    }
    return [...values]
  })
  expect(shown, 'the list that follows the text does not change it').toEqual(['.NET'])
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(name).toHaveValue('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(name).toHaveValue('Typed')
  await chooseFromMenu(page, 'Start from…', 'JSON or YAML')
  const dialog = page.getByRole('dialog')
  const text = dialog.getByRole('textbox', { name: 'Specification' })
  await text.fill('name: 7\ntest: {type: python}')
  await dialog.getByRole('button', { name: 'Fill the form' }).click()
  await expect(dialog).toContainText('\'test\' has the unknown type "python"')
  await text.fill('name: 7')
  await dialog.getByRole('button', { name: 'Fill the form' }).click()
  await expect(name).toHaveValue('7')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(name).toHaveValue('Typed')
  await name.fill('')
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('typed')
  await page.getByRole('button', { name: 'Review and create' }).click()
  await expect(name, 'the first problem has the focus').toBeFocused()
  await page.getByRole('link', { name: 'Limits' }).click()
  await page.getByRole('button', { name: 'Leave and discard them' }).click()
  await expect(page.getByRole('heading', { name: 'Limits', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Key', exact: true })).toHaveValue('')
})

test('switching between one and several authentication options loses neither @long', async ({
  page,
  open,
}) => {
  await open('/connectors/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Two ways')
  await page.getByRole('combobox', { name: 'Authentication type' }).click()
  await page.getByRole('option', { name: 'Proxy (proxy)' }).click()
  await page.getByRole('textbox', { name: 'Proxy key' }).fill('kept-proxy')
  await page.getByRole('switch', { name: 'Several ways' }).press(' ')
  await page.getByRole('textbox', { name: 'Option key' }).fill('token')
  await page.getByRole('combobox', { name: 'Authentication type' }).click()
  await page.getByRole('option', { name: 'App token (app-token)' }).click()
  await page.getByRole('button', { name: 'Add an option' }).click()
  await page.getByRole('button', { name: 'Review and create' }).click()
  await expect(page.getByText('An option needs a key')).toBeVisible()
  await page.getByRole('textbox', { name: 'Option key' }).fill('oauth')
  await page.getByRole('button', { name: 'Review and create' }).click()
  const review = page.getByRole('dialog', { name: 'Create Two ways' })
  await expect(review).toContainText('"options"')
  await expect(review).not.toContainText('kept-proxy')
  await review.getByRole('button', { name: 'Back to editing' }).click()
  await page.getByRole('switch', { name: 'Several ways' }).press(' ')
  await expect(page.getByRole('textbox', { name: 'Proxy key' })).toHaveValue('kept-proxy')
  await page.getByRole('switch', { name: 'Several ways' }).press(' ')
  await expect(page.getByRole('tab', { name: 'token' })).toBeVisible()
  await expectAccessible(page)
})

test('Ctrl+Z does not bring back the text of a removed option into another', async ({
  page,
  open,
}) => {
  await open('/connectors/new')
  const schema = page.getByRole('textbox', { name: 'Input schema' })
  await page.getByRole('switch', { name: 'Several ways' }).press(' ')
  await page.getByRole('textbox', { name: 'Option key' }).fill('removed')
  await schema.fill('{"title":"Removed"}')
  await page.getByRole('button', { name: 'Add an option' }).click()
  await page.getByRole('textbox', { name: 'Option key' }).fill('kept')
  await schema.fill('{"title":"Kept"}')
  await page.getByRole('tab', { name: 'removed' }).click()
  await expect(schema).toHaveText('{"title":"Removed"}')
  await page.getByRole('button', { name: 'Remove option removed' }).click()
  await expect(schema).toHaveText('{"title":"Kept"}')
  await schema.press('Control+z')
  await schema.press('End')
  await schema.pressSequentially(' ')
  await expect(schema).toHaveText('{"title":"Kept"} ')
})

test('a user starts from YAML or another connector; a taken key is reported @long', async ({
  page,
  open,
  admin,
}) => {
  await admin.send('POST', '/connectors', {
    name: 'First',
    key: 'first',
    categories: ['CRM'],
    type: 'app-token',
    ui: { helpUri: 'https://help.example/' },
  })
  await open('/connectors/new')
  await chooseFromMenu(page, 'Start from…', 'JSON or YAML')
  const specification = page.getByRole('dialog').getByRole('textbox', { name: 'Specification' })
  await specification.fill('name: "From YAML')
  await page.getByRole('dialog').getByRole('button', { name: 'Fill the form' }).click()
  await expect(specification).toHaveAccessibleDescription(/Neither JSON nor YAML/)
  await specification.fill('name: From YAML\nkey: first\ntype: proxy\nproxyKey: p')
  await expect(specification, 'the error was of the other text').toHaveAccessibleDescription('')
  await page.getByRole('dialog').getByRole('button', { name: 'Fill the form' }).click()
  await expect(page.getByRole('textbox', { name: 'Proxy key' })).toHaveValue('p')
  await expect(page.getByText('Another connector in this workspace has this key')).toBeVisible()
  await page.getByRole('button', { name: 'Review and create' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('dialog')).toContainText('choose a different one')
  await page.getByRole('dialog').getByRole('button', { name: 'Back to editing' }).click()

  await chooseFromMenu(page, 'Start from…', 'Another connector')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Connector' }).click()
  await page.getByRole('option', { name: 'First (first)' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('First copy')
  const others = page.getByRole('textbox', { name: 'Other members' })
  await expect(others).toContainText('helpUri')
  await others.fill('{"ui": }')
  const inEditor = page.getByRole('button', { name: /^Line 1: / })
  await expect(inEditor).toBeVisible()
  await page.getByRole('button', { name: 'Review and create' }).click()
  await expect(page.getByText('Invalid JSON at line 1, column 8')).toBeVisible()
  await expect(inEditor, 'a problem is shown once').toBeHidden()
  await others.fill('{"ui": {"helpUri": "https://help.example/"}}')
  // The toast that offers to undo this does not cover the button.
  await expect(page.getByRole('alert').getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.getByRole('button', { name: 'Review and create' }).click({ timeout: 5000 })
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'First copy', level: 1 })).toBeVisible()
})

for (const key of ['new', 'NEW'])
  test(`a connector with the key ${key} has a page beside the form for a new connector`, async ({
    page,
    open,
    admin,
  }) => {
    await admin.send('POST', '/connectors', { name: 'Latest', key })
    await open('/connectors')
    await page.getByRole('link', { name: /^Latest/ }).click()
    const heading = page.getByRole('heading', { name: 'Latest', exact: true, level: 1 })
    await expect(heading).toBeVisible()
    await page.getByRole('combobox', { name: 'Compare with version' }).click()
    await page.getByRole('option').first().click()
    await page.reload()
    await expect(heading).toBeVisible()
    await page.getByRole('link', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Edit Latest', level: 1 })).toBeVisible()
  })

test('an empty file is said to be empty, and a large one fills the form at once @long', async ({
  page,
  open,
}) => {
  await open('/connectors/new')
  await chooseFromMenu(page, 'Start from…', 'JSON or YAML')
  const dialog = page.getByRole('dialog')
  const specification = dialog.getByRole('textbox', { name: 'Specification' })
  const choose = async (name: string, text: string) => {
    const chooser = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Choose a file' }).click()
    const buffer = Buffer.from(text)
    await (await chooser).setFiles({ name, mimeType: 'application/yaml', buffer })
  }
  await choose('image.yaml', 'PNG\0')
  await expect(specification).toHaveAccessibleDescription('image.yaml is not a text file.')
  await choose('empty.yaml', '')
  await expect(specification).toHaveAccessibleDescription('The text is empty')

  // A text area with this many lines would block the page for seconds.
  const code = '    return client.get("/items")\n'.repeat(30_000)
  const test = `test:\n  type: javascript\n  code: |\n${code}`
  await choose('large.yaml', `name: Large\ntype: app-token\n${test}`)
  await expect(specification).toHaveAccessibleDescription(/^large.yaml is chosen\. It is too large/)
  await expect(specification).toHaveValue('')
  await specification.fill('name: Small')
  await expect(specification, 'typing replaces the file').toHaveAccessibleDescription('')
  await choose('large.yaml', `name: Large\ntype: app-token\n${test}`)
  await dialog.getByRole('button', { name: 'Fill the form' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Large')
})

test('more connectors than a page lists can be chosen from, and keep their place @long', async ({
  page,
  open,
  admin,
  workspace,
}) => {
  const limits = { workspaceElementCreationsPerSecond: { unit: 'number', value: 1000 } }
  await admin.update(workspace.id, { limits })
  for (let start = 0; start < 201; start += 20)
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        admin.send('POST', '/connectors', { name: `Connector ${1000 + start + index}` }),
      ),
    )
  await open('/connectors')
  const last = page.getByRole('link', { name: /^Connector 1219/ })
  await page.getByRole('button', { name: 'Show more' }).click()
  await last.click()
  await expect(page.getByRole('heading', { name: 'Connector 1219', level: 1 })).toBeVisible()
  await page.reload()
  await page.goBack()
  await expect(last, 'its first page has to be read again').toBeInViewport()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  const table = page.getByRole('grid', { name: 'Connectors' })
  await expect(async () => {
    await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await expect(last).toBeInViewport({ timeout: 500 })
  }).toPass()
  await last.click()
  await expect(page.getByRole('heading', { name: 'Connector 1219', level: 1 })).toBeVisible()
  await page.reload()
  await page.goBack()
  await expect(last, 'also in the table').toBeInViewport()

  await page.getByRole('link', { name: 'Create connector' }).click()
  await chooseFromMenu(page, 'Start from…', 'Another connector')
  const field = page.getByRole('dialog').getByRole('combobox', { name: 'Connector' })
  await field.fill('Connector 1000')
  const option = page.getByRole('option')
  await expect(option.first()).toHaveAccessibleName(/^Connector 1000/)
  await expect(option.first()).toBeEnabled()
  const letGo = await holdRequests(page, '**/connector-catalog?*1219*')
  await field.fill('Connector 1219')
  await expect(option.first(), 'the results would move under the pointer').toBeDisabled()
  await page.keyboard.press('ArrowDown')
  await letGo()
  await expect(option.first()).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(option.first(), 'nothing is highlighted, so nothing is chosen').toBeVisible()
  await page.getByRole('option', { name: 'Connector 1219' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Connector 1219 copy')
})

test('a connector that is loaded after the dialog was closed does not replace the form', async ({
  page,
  open,
  admin,
}) => {
  await admin.send('POST', '/connectors', { name: 'First', key: 'first' })
  await open('/connectors/new')
  const letGo = await holdRequests(page, '**/connectors/first/specification*')
  await chooseFromMenu(page, 'Start from…', 'Another connector')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Connector' }).click()
  await page.getByRole('option', { name: 'First (first)' }).click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Typed meanwhile')
  const loaded = page.waitForResponse('**/connectors/first/specification*')
  await letGo()
  await (await loaded).finished()
  await page.getByRole('textbox', { name: 'Key', exact: true }).fill('mine')
  await expect(name).toHaveValue('Typed meanwhile')
})

test('leaving the form while the connector is created waits for the result', async ({
  page,
  open,
}) => {
  await open('/history')
  await page.getByRole('link', { name: 'Connectors' }).click()
  await page.getByRole('link', { name: 'Create connector' }).first().click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Slow')
  await page.keyboard.press('Control+s')
  const letGo = await holdRequests(page, '**/api/connectors')
  const review = page.getByRole('dialog', { name: 'Create Slow' })
  await review.getByRole('button', { name: 'Create' }).click()
  await expect(review.getByRole('button', { name: 'Back to editing' })).toBeDisabled()
  await page.goBack()
  await expect(page.getByRole('dialog', { name: 'A save is running' })).toBeVisible()
  await letGo()
  await expect(page.getByText('Slow created')).toBeVisible()
  await expect(page).toHaveURL(/connectors$/)
})

test('starting over is undone from another page too @long', async ({ page, open }) => {
  await open('/connectors/new')
  const name = page.getByRole('textbox', { name: 'Name' })
  const undo = page.getByRole('alert').getByRole('button', { name: 'Undo' })
  await name.fill('Typed')
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('link', { name: 'Limits' }).click()
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeVisible()
  await undo.click()
  await expect(name).toHaveValue('Typed')

  await page.getByRole('button', { name: 'Start over' }).click()
  await page.getByRole('link', { name: 'Limits' }).click()
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeVisible()
  await expect(undo).toBeVisible()
  await page.goBack()
  await expect(name).toHaveValue('')
  await expect(undo, 'it would replace what is typed now').toBeHidden()
})

test('a user who may not create connectors is told so and sees no form', async ({ page, open }) => {
  await open('/connectors/new', 'reader')
  await expect(page.getByRole('note')).toContainText('Your token is read-only')
  await expect(page.getByRole('textbox')).toBeHidden()
})

test('no connector can be started in a read-only workspace', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, { isReadOnly: true })
  await open('/connectors')
  await expect(page.getByRole('heading', { name: 'No connectors yet' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create connector' })).toBeHidden()
  await page.goto(`${page.url()}/new`)
  await expect(page.getByRole('note')).toContainText('This workspace is read-only')
  await expect(page.getByRole('textbox')).toBeHidden()
})

test('a connector is offered for editing only once it is known not to be read-only', async ({
  page,
  open,
  admin,
}) => {
  await admin.send('POST', '/connectors', { name: 'Late', key: 'late' })
  const release = await holdRequests(page, '**/api/connectors/late/specification*')
  await open('/connectors/late')
  await expect(page.getByRole('heading', { name: 'Late', exact: true, level: 1 })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Version', exact: true })).toBeVisible()
  const edit = page.getByRole('link', { name: 'Edit', exact: true })
  const publish = page.getByRole('button', { name: 'Publish…' })
  await expect(edit).toBeHidden()
  await expect(publish).toBeHidden()
  await release()
  await expect(edit).toBeVisible()
  await expect(publish).toBeVisible()
})
