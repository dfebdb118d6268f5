import type { Route } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './accessibility'
import { expect, openDemo, signIn, test } from './fixtures'
import { holdRequests } from './hold-requests'
import { chooseFromMenu } from './vocabulary'

test('a user finds apps while typing, despite a typo, and the URL keeps the search', async ({
  page,
}) => {
  await openDemo(page, '/apps?tab=public')
  await page.getByRole('textbox', { name: 'Find an app' }).fill('hubspto')
  await expect(page.getByRole('row', { name: /HubSpot/ })).toBeVisible()
  await expect(page.getByText('1 app', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Find an app' })).toHaveValue('hubspto')
  await expect(page.getByRole('row', { name: /HubSpot/ })).toBeVisible()
})

test('near misses are listed closest first, with the similar part highlighted', async ({
  page,
}) => {
  await openDemo(page, '/apps?tab=public&q=githb')
  const first = page.getByRole('grid', { name: 'Apps' }).getByRole('row').nth(1)
  await expect(first.getByRole('link')).toHaveText('GitHub')
  await expect(first.locator('mark')).toHaveText(['GitHub', 'github'])
  await page.getByRole('textbox', { name: 'Find an app' }).fill('salesforse')
  await expect(first.getByRole('link')).toHaveText('Salesforce')
})

test('a long list renders only visible rows and loads more on scroll @long', async ({ page }) => {
  await openDemo(page, '/apps?tab=public')
  const table = page.getByRole('grid', { name: 'Apps' })
  await expect(table.getByRole('row').nth(5)).toBeVisible()
  expect(await table.getByRole('row').count()).toBeLessThan(60)
  await expect(page.getByLabel('Loading')).toHaveCount(0)
  await expectAccessible(page)
  const last = async () =>
    (await table.getByRole('row').last().getAttribute('aria-rowindex')) ?? '0'
  await expect
    .poll(async () => {
      await table.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
      return Number(await last())
    })
    .toBeGreaterThan(600)
  // As the browser does before it lays out the sheets.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(await table.getByRole('row').count()).toBeGreaterThan(600)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect.poll(() => table.getByRole('row').count()).toBeLessThan(60)
})

test('a user previews a pasted list, archives it, sees each result and undoes it', async ({
  page,
}) => {
  const keys = ['marlow-loyalty', 'marlow-claims', 'marlow-survey']
  await openDemo(page, '/apps')
  await page.getByRole('button', { name: 'Archive a list…' }).click()
  await page
    .getByRole('textbox', { name: 'Keys, names, IDs or UUIDs' })
    .fill(`${keys.join(', ')}\nno-such-app; hubspot ${keys[0]}`)
  await expect(page.getByText('5 in the list')).toBeVisible()
  await page.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: /no-such-app/ })).toContainText('not found')
  await expect(dialog.getByRole('row', { name: /hubspot/ })).toContainText(
    'only an operator can archive',
  )
  await dialog.getByRole('button', { name: 'Archive 3 apps' }).click()
  await expect(dialog.getByText('3 archived')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Copy for a ticket' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 apps restored')).toBeVisible()
})

test('the number of entries in a long list has a separator @long', async ({ page }) => {
  await openDemo(page, '/apps')
  await page.getByRole('button', { name: 'Archive a list…' }).click()
  const keys = Array.from({ length: 1200 }, (_, index) => `app-${index}`)
  await page.getByRole('textbox', { name: 'Keys, names, IDs or UUIDs' }).fill(keys.join('\n'))
  await expect(page.getByText('1,200 in the list')).toBeVisible()
})

test('a user archives a range of apps and undoes it later from recent archives @long', async ({
  page,
}) => {
  await openDemo(page, '/apps?q=pembroke')
  await page.getByRole('checkbox', { name: 'Select Pembroke Claims' }).click()
  await page
    .getByRole('checkbox', { name: 'Select Pembroke Field Service' })
    .click({ modifiers: ['Shift'] })
  const selection = page.getByRole('region', { name: 'Selection' })
  const count = Number(/(\d+) selected/.exec((await selection.textContent()) ?? '')?.[1])
  expect(count, 'a number that no other test archives at the same time').toBeGreaterThan(3)
  await selection.getByRole('button', { name: 'Archive…' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Archive \d+ app/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row', { name: /Pembroke Claims/ })).toBeHidden()
  await chooseFromMenu(page, 'More', 'Recent bulk archives…')
  await page
    .getByRole('dialog')
    .getByRole('row')
    .filter({ has: page.getByRole('cell', { name: String(count), exact: true }) })
    .first()
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByText(/restored/).first()).toBeVisible()
  await page.getByRole('dialog').press('Escape')
  await expect(page.getByRole('row', { name: /Pembroke Claims/ })).toBeVisible()
})

test('an operator types how many apps there are before the whole catalog is archived', async ({
  page,
  open,
}) => {
  await open('/apps?tab=public', 'operator')
  await page.getByRole('checkbox', { name: 'Select .NET' }).click()
  await page.getByRole('button', { name: /^Archive all .+ that match/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive apps' })
  const archive = dialog.getByRole('button', { name: /^Archive [\d,]+ apps/ })
  const count = /[\d,]+/.exec((await archive.textContent()) ?? '')?.[0] ?? ''
  await expect(archive).toBeDisabled()
  const confirmation = dialog.getByRole('textbox', { name: `Type ${count} to confirm` })
  await confirmation.fill(count.slice(0, -1))
  await expect(archive).toBeDisabled()
  await confirmation.fill(count.replaceAll(',', ''))
  await expect(archive).toBeEnabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
})

test('a version that does not exist is explained @long', async ({ page }) => {
  await openDemo(page, '/connectors/hubspot?version=9.9.9')
  await expect(page.getByRole('alert').first()).toContainText('has no version')
  await expect(page.getByRole('heading', { name: 'HubSpot', exact: true, level: 1 })).toBeVisible()
  await expect(page).toHaveTitle(/^HubSpot · /)
  await page.getByRole('combobox', { name: 'Version', exact: true }).click()
  await page.getByRole('option', { name: 'latest' }).click()
  await expect(page.getByRole('tabpanel').getByText('2.0.0', { exact: true })).toBeVisible()
  const uses = page.getByRole('region', { name: 'Connections that use it' })
  await expect(uses.getByRole('link', { name: /– HubSpot/ }).first()).toBeVisible()
  await expectAccessible(page)
})

test('a missing connector is named in the heading and the title, whatever is asked of it', async ({
  page,
}) => {
  await openDemo(page, '/connectors/nope')
  const main = page.getByRole('main')
  for (const path of ['nope', 'nope?version=1.0.0', 'nope/edit']) {
    await page.goto(new URL(path, page.url().replace(/nope.*/, '')).href)
    await expect(
      main.getByRole('heading', { name: /^Connector not found/, level: 1 }),
    ).toBeVisible()
    await expect(page).toHaveTitle(/^Connector not found/)
  }
})

test('a user publishes a version and compares it with the previous one @long', async ({
  page,
  open,
  admin,
}) => {
  await admin.send('POST', '/connectors', { name: 'Ours', categories: ['CRM'] })
  await open('/connectors/ours')
  for (const version of ['1.0.0', '1.1.0']) {
    await page.getByRole('button', { name: 'Publish…' }).click()
    await page
      .getByRole('dialog')
      .getByRole('textbox', { name: 'Changelog' })
      .fill(`As of ${version}`)
    const review = page.getByRole('dialog', { name: `Publish version ${version}` })
    await expect(review).toContainText(
      version === '1.0.0' ? 'the first published version' : '1.0.0 and dev are identical',
    )
    await review.getByRole('button', { name: `Publish ${version}` }).click()
    await expect(page.getByText(`Version ${version} published`)).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'General' })).toContainText('1.1.0')
  await expect(page).toHaveTitle(/^Ours · /)
  await page.getByRole('combobox', { name: 'Compare with version' }).click()
  await page.getByRole('option', { name: '1.0.0' }).click()
  await expect(page.getByText('1.0.0 and 1.1.0 are identical')).toBeVisible()
  await expect(page).toHaveURL(/with=1\.0\.0/)
})

test('a user goes through the changes between two versions, in both directions', async ({
  page,
  open,
  admin,
}) => {
  const lines = Array.from({ length: 40 }, (_line, index) => `const value${index} = ${index}`)
  const spec = (code: readonly string[]) => ({
    name: 'Ours',
    type: 'app-token',
    makeApiClient: { type: 'javascript', code: code.join('\n') },
  })
  await admin.send('POST', '/connectors', spec(lines))
  await admin.send('POST', '/connectors/ours/publish-version', {})
  const changed = lines.with(3, '// none').with(20, '// none').with(35, '// none')
  await admin.send('PUT', '/connectors/ours/specification', spec(changed))
  await open('/connectors/ours?version=dev&with=latest')
  const differences = page.getByRole('region', { name: 'Differences between the versions' })
  await expect(differences).toContainText('6 lines differ')
  await differences.getByRole('button', { name: 'Previous' }).click()
  await expect(differences.getByRole('status')).toHaveText('Change 3 of 3')
  await differences.getByRole('button', { name: 'Next' }).click()
  await expect(differences.getByRole('status')).toHaveText('Change 1 of 3')
})

test('the specification names the keys and types of authentication options', async ({
  admin,
  open,
  page,
}) => {
  await admin.send('POST', '/connectors', { name: 'Single', type: 'proxy', proxyKey: 'outbound' })
  await admin.send('POST', '/connectors', {
    name: 'Several',
    options: {
      own: { type: 'oauth-client', oauthClientKey: 'house', title: 'Our client' },
      token: { type: 'app-token', description: 'For tests only' },
    },
  })
  await open('/connectors/single')
  await expect(page.getByRole('region', { name: 'General' })).toContainText('Proxy keyoutbound')
  await open('/connectors/several')
  await expect(page.getByRole('region', { name: 'Option own' })).toContainText(
    /Our client.*OAuth client.*house/,
  )
  await expect(page.getByRole('region', { name: 'Option token' })).toContainText(
    /For tests only.*App token/,
  )
  await expect(page.getByRole('region', { name: 'General' })).toContainText('2 options: own, token')
  await admin.send('POST', '/connectors', { name: 'None', options: {} })
  await open('/connectors/none')
  const authentication = page.getByRole('region', { name: 'General' }).getByText('0 options')
  await expect(authentication).toHaveText('0 options')
})

test('the dialog that publishes a version opens when its number and comparison are read', async ({
  page,
  open,
  admin,
}) => {
  await admin.send('POST', '/connectors', { name: 'Ours' })
  const versions = '**/connectors/ours/versions'
  await page.route(versions, (route) => route.fulfill({ status: 403 }))
  await open('/connectors/ours')
  await expect(page.getByPlaceholder('Latest'), 'not “Not published”').toBeVisible()
  const publish = page.getByRole('button', { name: 'Publish…' })
  const dialog = page.getByRole('dialog')
  await publish.click()
  await expect(page.getByText('Couldn’t read the published versions')).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.unroute(versions)
  await publish.click()
  await expect(dialog).toContainText('This will be the first published version.')
  const readVersions = await holdRequests(page, '**/connectors/ours/versions')
  const readWorkingCopy = await holdRequests(page, '**/specification?version=dev')
  await dialog.getByRole('textbox', { name: 'Reason (optional)' }).fill('First release')
  await dialog.getByRole('button', { name: 'Publish 1.0.0' }).click()
  await expect(dialog).toBeHidden()
  await publish.press('Enter')
  await expect(publish).toBeDisabled()
  await readVersions()
  await expect(publish).toBeDisabled()
  await readWorkingCopy()
  await expect(dialog).toContainText('1.0.0 and dev are identical')
  await expect(dialog.getByRole('button', { name: 'Publish 1.1.0' })).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Version' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(publish).toBeFocused()
  const published = '/audit-events?operation=publishConnectorVersion&outcome=done'
  expect(await admin.send('GET', published)).toMatchObject({ items: [{ reason: 'First release' }] })
})

test('a version is published in an open dialog; a failure after leaving is reported', async ({
  page,
  open,
  admin,
}) => {
  await admin.send('POST', '/connectors', { name: 'Ours' })
  await open('/connectors')
  await page.getByRole('link', { name: /^Ours/ }).click()
  const letGo = await holdRequests(page, '**/publish-version')
  await page.getByRole('button', { name: 'Publish…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Publish/ }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await letGo()
  await expect(page.getByText('Version 1.0.0 published')).toBeVisible()
  await expect(dialog).toBeHidden()

  const fail = await holdRequests(page, '**/publish-version', { isLost: true })
  await page.getByRole('button', { name: 'Publish…' }).click()
  await expect(dialog).toContainText('1.0.0 and dev are identical')
  await dialog.getByRole('button', { name: 'Publish 1.1.0' }).click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Connectors', level: 1 })).toBeVisible()
  await fail()
  await expect(page.getByText('Couldn’t publish version 1.1.0')).toBeVisible()
})

for (const [lost, message, lose] of [
  ['a lost response', 'Can’t reach the server', (route: Route) => route.abort()],
  ['a 504 of a proxy', 'The server responded with 504', (route) => route.fulfill({ status: 504 })],
  [
    'a 409 while the first attempt was running',
    'is still in progress',
    (route) =>
      route.fulfill({
        status: 409,
        headers: { 'Retry-After': '1' },
        json: { type: 'concurrency', key: 'conflict', message: 'It is still in progress' },
      }),
  ],
] as const satisfies [string, string, (route: Route) => Promise<void>][])
  test(`publishing again after ${lost} publishes one version`, async ({ page, open, admin }) => {
    await admin.send('POST', '/connectors', { name: 'Ours' })
    await open('/connectors/ours')
    await page.getByRole('button', { name: 'Publish…' }).click()
    const publish = page.getByRole('dialog').getByRole('button', { name: /^Publish/ })
    await page.route(
      '**/publish-version',
      async (route) => {
        await route.fetch()
        await lose(route)
      },
      { times: 1 },
    )
    await publish.click()
    await expect(page.getByRole('dialog')).toContainText(message)
    // By key: the notice of the published version changes the dialog, and moves the button.
    await publish.press('Enter')
    await expect(page.getByText('Version 1.0.0 published')).toBeVisible()
    const versions = z
      .object({ items: z.array(z.object({ version: z.string() })) })
      .parse(await admin.send('GET', '/connectors/ours/versions'))
    expect(versions.items.map(({ version }) => version)).toEqual(['1.0.0'])
  })

test('a user exports a connection as JSON and YAML, and compares it with another @long', async ({
  page,
}) => {
  const readConnections = await holdRequests(page, '**/api/connections?*')
  await openDemo(page, '/connections')
  const field = page.getByRole('textbox', { name: 'ID or key' })
  const place = await field.boundingBox()
  await readConnections()
  const hubSpot = page.getByRole('link', { name: /Amberline Logistics – HubSpot/ })
  await hubSpot.click()
  expect(await field.boundingBox(), 'the list does not move what is below it').toEqual(place)
  await expect(hubSpot).toHaveAttribute('aria-current', 'page')
  const exported = page.getByRole('region', { name: 'Export of amberline-logistics-hubspot' })
  await expect(exported).toContainText('"oauthClientId": "larkfield-hubspot"')
  await expect(exported).not.toContainText('demo-client-secret')
  await expectAccessible(page)
  await page.getByText('YAML').click()
  await expect(exported).toContainText('oauthClientId: larkfield-hubspot')
  await page.getByRole('button', { name: 'Compare with…' }).click()
  await page.getByRole('link', { name: /Amberline Logistics – Stripe/ }).click()
  const other = page.getByRole('region', { name: 'Export of amberline-logistics-stripe' })
  await expect(page).toHaveURL(/with=amberline-logistics-stripe/)
  const longest = other.locator('[data-differs=true]').filter({ hasText: 'connectorUuid' })
  await expect(longest).toBeVisible()
  expect(
    await longest.evaluate((line) => line.scrollWidth - line.clientWidth),
    'all of a line is highlighted',
  ).toBe(0)
})

test('connections and actions can be opened in new tabs', async ({ page, context }) => {
  await openDemo(page, '/connections?format=yaml')
  const openInNewTab = async (name: RegExp) => {
    const tab = context.waitForEvent('page')
    const request = context.waitForEvent('request', (sent) => sent.isNavigationRequest())
    await page.getByRole('link', { name }).click({ modifiers: ['ControlOrMeta'] })
    const { searchParams } = new URL((await request).url())
    await (await tab).close()
    return Object.fromEntries(searchParams)
  }
  const [hubSpot, stripe] = ['amberline-logistics-hubspot', 'amberline-logistics-stripe']
  const compare = page.getByRole('button', { name: 'Compare with…' })
  expect(await openInNewTab(/Amberline Logistics – HubSpot/)).toEqual({
    format: 'yaml',
    id: hubSpot,
  })
  await expect(compare, 'this tab keeps what it shows').toBeHidden()

  await page.getByRole('link', { name: /Amberline Logistics – HubSpot/ }).press('Enter')
  await compare.click()
  expect(await openInNewTab(/Amberline Logistics – Stripe/)).toEqual({
    format: 'yaml',
    id: hubSpot,
    with: stripe,
  })
  await page.getByRole('link', { name: /Amberline Logistics – Stripe/ }).click()
  await expect(page.getByRole('region', { name: `Export of ${stripe}` })).toBeVisible()
  await page.getByRole('link', { name: /Amberline Logistics – HubSpot/ }).click()
  await expect(compare, 'another choice ends the comparison').toBeVisible()

  await page.getByRole('link', { name: 'Actions', exact: true }).click()
  expect(await openInNewTab(/^Create contact/)).toEqual({ id: 'create-contact' })
})

test('opening a connection by its key keeps the focus, and its field follows the list', async ({
  page,
}) => {
  await openDemo(page, '/connections')
  const field = page.getByRole('textbox', { name: 'ID or key' })
  const exportOf = (key: string) => page.getByRole('region', { name: `Export of ${key}` })
  await field.fill('amberline-logistics-hubspot')
  await field.press('Enter')
  await expect(exportOf('amberline-logistics-hubspot')).toBeVisible()
  await expect(field).toBeFocused()
  await page.getByRole('link', { name: /Amberline Logistics – Stripe/ }).press('Enter')
  await expect(exportOf('amberline-logistics-stripe')).toBeVisible()
  await expect(field).toHaveValue('amberline-logistics-stripe')
  await page.goBack()
  await expect(field).toHaveValue('amberline-logistics-hubspot')
})

test('a user opens an action by its key and searches its tree @long', async ({ page }) => {
  await openDemo(page, '/actions')
  await page.getByRole('textbox', { name: 'ID or key' }).fill('create-contact')
  await page.getByRole('button', { name: 'Read' }).click()
  const tree = page.getByRole('list', { name: 'Create contact' })
  await expect(tree.getByText('inputSchema')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Search inside Create contact' }).fill('collectionKey')
  await expect(tree.getByText('contacts', { exact: false }).first()).toBeVisible()
  await expect(tree.getByText('inputSchema')).toBeHidden()
  const config = tree.getByRole('button', { name: /^config/ })
  await expect(config).toHaveAttribute('aria-expanded', 'true')
  await config.click()
  await expect(config).toHaveAttribute('aria-expanded', 'false')
  const search = page.getByRole('textbox', { name: 'Search inside Create contact' })
  await search.fill('udm')
  await expect(config, 'a new search expands its matches').toHaveAttribute('aria-expanded', 'true')
  await search.fill('no such member')
  await expect(page.getByText("No results for 'no such member'")).toBeVisible()
})

test('inputs and outputs of an action are shown as forms, and the URL keeps the tab @long', async ({
  page,
}) => {
  await openDemo(page, '/actions?id=create-contact')
  await page.getByRole('tab', { name: 'Tree' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/view=forms/)
  const input = page.getByRole('group', { name: 'Form of inputSchema' })
  await expect(
    input.getByRole('group', { name: 'Fields' }).getByRole('textbox', { name: 'email' }),
  ).toHaveAttribute('type', 'email')
  await expect(
    page.getByRole('region', { name: 'Output' }).getByRole('textbox', { name: 'record' }),
  ).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(input.getByRole('textbox', { name: 'Id', exact: true })).toBeVisible()
  await page.getByRole('link', { name: /List contacts/ }).click()
  await expect(input.getByLabel('Updated since'), 'another action keeps the view').toHaveAttribute(
    'type',
    'datetime-local',
  )
  await page.getByRole('tab', { name: 'JSON' }).click()
  await expect(page.getByText('"inputSchema": {')).toBeVisible()
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('what copies the path of a value can be seen and hit', async ({ page }) => {
    await openDemo(page, '/actions?id=create-contact')
    const copy = page.getByRole('button', { name: 'Copy path $.key' })
    await expect(copy).toHaveCSS('opacity', '1')
    const { width, height } = (await copy.boundingBox()) ?? { width: 0, height: 0 }
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  })
})

test('a reader is told that a page is not for readers, and nothing is logged', async ({
  page,
  open,
}) => {
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      logged.push(message.text())
  })
  for (const label of ['History', 'Deliveries']) {
    await open(`/${label.toLowerCase()}`, 'reader')
    const title = `You don’t have access to the ${label} page`
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`^${title} · `))
    await expect(page.getByText('needs an admin’s token')).toBeVisible()
    await expect(page.getByText('Nothing is sent')).toBeHidden()
  }
  expect(logged).toEqual([])
})

for (const role of ['reader', 'tenant'])
  test(`pages request nothing that the token of a ${role} may not read @long`, async ({
    page,
    api,
    admin,
    workspace,
  }) => {
    await admin.send('POST', '/connectors', { name: 'CRM' })
    const pending = new Set<unknown>()
    const refused: string[] = []
    page.on('request', (request) => {
      if (/\/api\/(?!changes)/.test(request.url())) pending.add(request)
    })
    page.on('requestfailed', (request) => pending.delete(request))
    page.on('response', (response) => {
      pending.delete(response.request())
      if (response.status() === 403) refused.push(`${page.url()}: ${response.url()}`)
    })
    const claims = role === 'tenant' ? { tenantKey: 'one', isAdmin: true } : {}
    const token = await api.newToken(workspace.id, { ...claims, name: 'Test' })
    await signIn(page, token, workspace.id, '/apps')
    const ofConnectors = ['connectors', 'connectors/new', 'connectors/crm', 'connectors/crm/edit']
    const forAll = [...ofConnectors, 'connections', 'actions', 'raised-alerts']
    const forAdmins = ['settings', 'limits', 'limits/apiRequestsPerSecond', 'alerts', 'history']
    for (const path of [
      'apps',
      ...forAll,
      'connectors/crm/edit?revert=one',
      ...forAdmins,
      'deliveries',
      'demo',
    ]) {
      pending.clear()
      await page.goto(`/w/${workspace.id}/${path}`)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => pending.size, path).toBe(0)
    }
    expect(refused).toEqual([])
  })

test('a reader sees the catalog without any editing controls', async ({ page, open }) => {
  await open('', 'reader')
  await expect(page.getByRole('heading', { name: 'Apps', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Archive a list…' })).toBeHidden()
})
