import { expectAccessible } from './accessibility'
import { expect, openDemo, signIn, test } from './fixtures'
import { holdRequests } from './hold-requests'
import { listenToPage, signInWithToken } from './vocabulary'

test('a tenant is offered the pages that it may read, and requests no others', async ({
  page,
  api,
  admin,
  workspace,
}) => {
  const token = await api.newToken(workspace.id, { tenantKey: 'acme', name: 'Acme' })
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  await signIn(page, token, workspace.id, '/connectors')
  const links = page.getByRole('navigation', { name: 'Pages of the workspace' }).getByRole('link')
  await expect(links).toHaveText(['Connectors', 'Apps', 'Connections', 'Actions', 'API reference'])
  await expect(page.getByText('No connectors')).toBeVisible()
  await admin.send('POST', '/connectors', { name: 'CRM' })
  await page.reload()
  await page.getByRole('link', { name: /CRM/ }).click()
  await expect(page.getByText('A tenant’s token can’t read specifications')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Compare with version' })).toBeHidden()
  const uses = page.getByRole('region', { name: 'Connections that use it' })
  await expect(uses, 'not that others have none').toContainText('This tenant has none')
  await page.getByRole('link', { name: 'Connections', exact: true }).click()
  await expect(page.getByText('This tenant has no connections yet')).toBeVisible()
  expect(refused).toEqual([])
})

test('the page of a connector keeps its name while another version is read', async ({ page }) => {
  await openDemo(page, '/connectors/hubspot')
  const name = page.getByRole('heading', { name: 'HubSpot', level: 1, exact: true })
  const uses = page.getByRole('region', { name: 'Connections that use it' })
  await expect(uses.getByRole('link').first()).toBeVisible()
  const letGo = await holdRequests(page, /hubspot.*version=1\.0\.0/)
  await page.getByRole('combobox', { name: 'Version', exact: true }).click()
  await page.getByRole('option', { name: '1.0.0' }).click()
  await expect(page).toHaveURL(/version=/)
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expect(name).toBeVisible()
  await expect(uses).toBeVisible()
  await letGo()
  await expect(page.getByRole('tab', { name: 'JSON' })).toBeVisible()
  await page.goto(page.url().replace('1.0.0', '9.9.9'))
  await expect(page.getByRole('alert')).toContainText('has no version')
})

test('a list to choose from can be read again after a failure', async ({ page }) => {
  await page.route('**/api/connections?*', (route) =>
    route.fulfill({ status: 400, json: { type: 'bad_request', key: 'x', message: 'Failed' } }),
  )
  await openDemo(page, '/connections')
  const again = page.getByRole('alert').getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/api/connections?*')
  const letGo = await holdRequests(page, '**/api/connections?*')
  await again.press('Enter')
  await expect(again, 'while the list is read').toHaveAttribute('aria-busy', 'true')
  await expect(again).toBeFocused()
  await letGo()
  await expect(page.getByRole('link', { name: /Amberline Logistics – HubSpot/ })).toBeVisible()
})

test('a user filters connectors, and the URL keeps the filters @long', async ({ page }) => {
  await openDemo(page, '/connectors')
  const card = (name: string) => page.getByRole('link', { name: new RegExp(`^${name} `) })
  await page.getByRole('combobox', { name: 'Authentication' }).click()
  await page.getByRole('option', { name: 'App token' }).click()
  await expect(card('Zendesk'), 'one of its options is of the type').toContainText(
    'App token · OAuth 2 · Support',
  )
  await expect(card('HubSpot')).toBeHidden()
  await page.getByRole('combobox', { name: 'Category' }).fill('pay')
  await page.getByRole('option', { name: 'Payments' }).click()
  await expect(card('Stripe')).toBeVisible()
  await expect(card('Zendesk')).toBeHidden()
  await expect(page.getByText('1 connector', { exact: true })).toBeVisible()
  await page.reload()
  await expect(card('Stripe')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Category' })).toHaveValue('Payments')

  await page.getByRole('combobox', { name: 'Editable or read-only' }).click()
  await page.getByRole('option', { name: 'Read-only' }).click()
  await expect(page.getByText('No connectors match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(card('HubSpot')).toBeVisible()
  await expectAccessible(page)
  await page.getByText('Archived', { exact: true }).click()
  await expect(card('Pipedrive \\(old token\\)')).toContainText('Archived')
  await expect(card('HubSpot')).toBeHidden()
  await expectAccessible(page)
  await card('Pipedrive \\(old token\\)').click()
  await expect(page.getByRole('main').getByText('Archived', { exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Publish…' })).toBeHidden()
})

test('a user compares connectors in a table by keyboard @long', async ({ page }) => {
  await openDemo(page, '/connectors')
  await page.getByRole('button', { name: 'Table' }).press('Enter')
  const row = page.getByRole('grid', { name: 'Connectors' }).getByRole('row', { name: /HubSpot/ })
  await expect(row.getByRole('gridcell').nth(2)).toHaveText('OAuth 2')
  await expect(row.getByRole('gridcell').nth(3)).toHaveText('CRM, Marketing')
  await expect(row.getByRole('gridcell').nth(4)).toHaveText('2.0.0')

  const letGo = await holdRequests(page, '**/connector-catalog?*')
  await page.getByRole('textbox', { name: 'Find a connector' }).fill('hub')
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible()
  await expectAccessible(page)
  await letGo()
  await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden()
  await row.getByRole('link', { name: 'HubSpot' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'HubSpot' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('grid', { name: 'Connectors' })).toBeVisible()
})

test('a user filters apps by category and searches within it', async ({ page }) => {
  await openDemo(page, '/apps?tab=public')
  await page.getByRole('combobox', { name: 'Category' }).fill('account')
  await page.getByRole('option', { name: 'Accounting' }).click()
  await expect(page.getByRole('row', { name: /Sage Intacct/ })).toContainText('Accounting')
  await page.getByRole('textbox', { name: 'Find an app' }).fill('intact')
  await expect(page.getByRole('row', { name: /Sage Intacct/ })).toBeVisible()
  await page.getByRole('textbox', { name: 'Find an app' }).fill('hubspot')
  await expect(page.getByText("No results for 'hubspot'")).toBeVisible()
  await expect(page).toHaveURL(/category=Accounting/)
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'Accounting' }).click()
  await expect(page.getByRole('row', { name: /HubSpot/ }).first()).toBeVisible()
})

test('a search says how many apps it finds in each tab', async ({ page }) => {
  await openDemo(page, '/apps')
  const own = page.getByRole('tab', { name: 'Workspace apps' })
  const catalog = page.getByRole('tab', { name: 'Public catalog' })
  await expect(catalog).toHaveText('Public catalog')
  await page.getByRole('textbox', { name: 'Find an app' }).fill('hubspot')
  await expect(own).toHaveText('Workspace apps0')
  await expect(catalog).toHaveText('Public catalog1')
  await catalog.click()
  await expect(page.getByRole('row', { name: /HubSpot/ })).toHaveCount(1)
  await expect(own).toHaveText('Workspace apps0')
})

test('back and forward show the text that was searched for there', async ({ page }) => {
  await openDemo(page, '/apps?tab=public&q=365')
  const field = page.getByRole('textbox', { name: 'Find an app' })
  await expect(field, 'a text, although it looks like a number').toHaveValue('365')
  await expect(field).toHaveAttribute('maxlength', '200')
  await field.fill('hubspot')
  await expect(page).toHaveURL(/q=hubspot/)
  await page.getByRole('tab', { name: 'Workspace apps' }).click()
  await field.fill('ledger')
  await expect(page).toHaveURL(/q=ledger/)
  await page.goBack()
  await expect(field).toHaveValue('hubspot')
  await page.goForward()
  await expect(field).toHaveValue('ledger')
})

test('a filter shows any event of a link, and names its list each time it opens', async ({
  page,
}) => {
  await openDemo(page, '/deliveries?eventType=order.shipped')
  const filter = page.getByRole('combobox', { name: 'Event' })
  await expect(filter).toHaveValue('order.shipped')
  await page.getByRole('button', { name: 'Clear the filters' }).click()
  await expect(filter).toHaveValue('')
  const list = page.getByRole('listbox', { name: 'Event' })
  await filter.focus()
  for (const time of ['first', 'second']) {
    await page.keyboard.press('ArrowDown')
    await expect(list).toBeVisible()
    await expect(filter).toHaveAttribute('aria-expanded', 'true')
    const id = await list.getAttribute('id')
    expect(await filter.getAttribute('aria-controls'), `the ${time} time`).toBe(id)
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(filter).toHaveAttribute('aria-expanded', 'false')
  }
})

test('an address without a page says so in the middle, and marks no page as current', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await openDemo(page, '/nothing-here')
  const heading = page.getByRole('heading', { name: 'Page not found' })
  await expect(heading).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Pages of the workspace' })
  const [text, beside] = [await heading.boundingBox(), await navigation.boundingBox()]
  if (text === null || beside === null) throw new Error('Not visible')
  const left = text.x - beside.x - beside.width
  expect(Math.abs(left - (1920 - text.x - text.width))).toBeLessThan(2)
  await expect(navigation.getByRole('link', { name: 'Overview' })).toBeVisible()
  await expect(navigation.locator('[aria-current]')).toHaveCount(0)
  await expect(page).toHaveTitle(/^Page not found · Larkfield/)
})

for (const path of ['limits/nothing-here', 'demo'])
  test(`/${path} is not found in the frame of the workspace`, async ({ page }) => {
    await page.route('**/api/demo', (route) => route.fulfill({ status: 404 }))
    await openDemo(page, `/${path}`)
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Pages of the workspace' })).toBeVisible()
    await expect(page).toHaveTitle(/^Page not found · Larkfield/)
  })

test('a link to another workspace is opened by signing in with a token of it @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const other = await api.newWorkspace('Another one')
  await open('/connectors')
  const link = `/w/${other.id}/connectors?q=a%26b&view=table`
  await page.goto(link)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Workspace not found', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Workspace couldn’t be opened · Signalbox')
  await main.getByRole('link', { name: 'Sign in with another token' }).click()
  await signInWithToken(page, await api.newToken(other.id, { name: 'Reader' }))
  await expect(page.getByRole('heading', { name: 'Connectors', level: 1 })).toBeVisible()
  expect(page.url().endsWith(link)).toBe(true)

  // A reader's lists are those of the token, whatever the address says.
  await page.goto(`/w/${workspace.id}/connectors`)
  await expect(main.getByRole('heading', { name: 'Workspace not found', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Workspace couldn’t be opened · Signalbox')

  await page.goto(`/w/${other.id}/settings`)
  await main.getByRole('link', { name: 'Sign in with another token' }).click()
  await signInWithToken(page, await api.newToken(other.id, { name: 'Admin', isAdmin: true }))
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()

  await page.goto('/nothing-here')
  await expect(main.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible()
  await expect(page).toHaveTitle('Page not found · Signalbox')
})

test('what a search finds is announced where no count is shown @long', async ({ page }) => {
  await openDemo(page, '/connections')
  await expect(page.getByRole('link', { name: /Amberline Logistics – HubSpot/ })).toBeVisible()
  let heard = await listenToPage(page)
  const find = page.getByRole('textbox', { name: 'Find in connections' })
  await find.fill('amberline logistics')
  await expect.poll(async () => (await heard()).join()).toContain('7 connections')
  await find.fill('nobody has this')
  await expect.poll(async () => (await heard()).join()).toContain('0 connections')

  await page.getByRole('link', { name: 'Actions', exact: true }).click()
  await page.getByRole('link', { name: /^Create contact/ }).click()
  const inside = page.getByRole('textbox', { name: 'Search inside Create contact' })
  await inside.fill('inputSchema')
  heard = await listenToPage(page)
  await inside.fill('no such member')
  await expect.poll(async () => (await heard()).join()).toContain('No results')

  await page.getByRole('link', { name: 'API reference' }).click()
  const operation = page.getByRole('textbox', { name: 'Find an operation' })
  await expect(operation).toBeVisible()
  heard = await listenToPage(page)
  await operation.fill('no such operation')
  await expect.poll(async () => (await heard()).join()).toContain('0 operations')
})

test('an empty list says what will appear in it', async ({ open, page, workspace }) => {
  await open('/connections')
  await expect(page.getByText('Connections appear here')).toBeVisible()
  await expect(page.getByText('Choose one from the list')).toHaveCount(0)
  await page.goto(`/w/${workspace.id}/actions`)
  await expect(page.getByText('Actions appear here')).toBeVisible()
  await page.goto(`/w/${workspace.id}/apps`)
  await expect(page.getByText('Apps that this workspace creates appear here.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Find an app' }).fill('larkfield')
  await expect(page.getByText('It may be in the public catalog.')).toBeVisible()
})

test('deliveries are not said to have no address while that is not known', async ({
  open,
  page,
}) => {
  const release = await holdRequests(page, '**/api/org-workspaces/*/webhook*')
  await open('/deliveries')
  await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible()
  await expect(page.getByText('Nothing is sent')).toBeHidden()
  await release()
  await expect(page.getByText('Nothing is sent')).toBeVisible()
})

test('deliveries are sorted beyond those loaded; the share of success is of the newest', async ({
  page,
}) => {
  // With a parameter as mail programs add them to links.
  await openDemo(page, '/deliveries?status=failed&utm_source=mail')
  const rows = page.getByRole('grid', { name: 'Deliveries' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  const share = page.getByText(/finished deliver(y|ies) succeeded/)
  await expect(share).toBeHidden()
  await page.getByRole('radiogroup', { name: 'Status' }).getByText('All').click()
  await expect(share).toBeVisible()
  await page.getByRole('columnheader', { name: 'Created' }).getByRole('button').click()
  const created = rows.nth(1).getByRole('time').first()
  const daysAgo = async () =>
    (Date.now() - Date.parse((await created.getAttribute('datetime')) ?? '')) / 86_400_000
  await expect.poll(daysAgo).toBeGreaterThan(20)
  await expect(share).toBeHidden()
  // Each time, to the end of the rows that are loaded by then.
  await expect(async () => {
    await page.getByRole('grid', { name: 'Deliveries' }).press('Control+End')
    expect(await daysAgo(), 'rows in the middle are loaded next').toBeLessThan(20)
  }).toPass()
})
