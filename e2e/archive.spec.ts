import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { expect, test, type Api } from './fixtures'
import { holdRequests } from './hold-requests'
import { loseNextResponse } from './lose-response'
import { chooseFromMenu, listenToPage } from './vocabulary'

async function newApps(admin: Api, names: readonly string[]) {
  const apps = []
  for (const name of names) apps.push(await admin.newApp({ name }))
  return apps
}

const list = (page: Page) => page.getByRole('dialog', { name: 'Archive a list' })
const sheet = (page: Page) => page.getByRole('dialog', { name: /^Archive(d| apps)$/ })
const status = (page: Page) => sheet(page).getByRole('status')

async function pasteList(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Archive a list…' }).press('Enter')
  await expect(list(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.insertText(text)
  await list(page).getByRole('button', { name: 'Preview' }).press('Enter')
}

test('a user archives a list by keyboard; focus stays in the dialog and returns @long', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha', 'Beta'])
  await open('/apps')
  const letGo = await holdRequests(page, '**/external-apps/archive')
  await pasteList(page, 'alpha beta nowhere')
  await expect(status(page)).toContainText('Checking what this would do')
  const focused = page.locator(':focus')
  await expect(sheet(page).locator(':focus').or(sheet(page).and(focused))).toHaveCount(1)
  for (let presses = 0; presses < 4; presses += 1) {
    await page.keyboard.press('Tab')
    await expect(sheet(page).locator(':focus')).toHaveCount(1)
  }
  await letGo()
  await expect(status(page)).toHaveText('2 will be archived1 not found')
  const archive = sheet(page).getByRole('button', { name: 'Archive 2 apps' })
  for (let presses = 0; presses < 8; presses += 1) {
    if (await archive.evaluate((button) => button === document.activeElement)) break
    await page.keyboard.press('Tab')
    await expect(sheet(page).locator(':focus')).toHaveCount(1)
  }
  await expect(archive).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(status(page)).toHaveText('2 archived1 not found')
  await expect(sheet(page).getByRole('button', { name: 'Done' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(sheet(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Archive a list…' })).toBeFocused()
})

test('focus returns to the selection button on cancel, and to the table after archiving', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha', 'Beta'])
  await open('/apps')
  await expect(page.getByRole('checkbox', { name: 'Select Beta' })).toBeVisible()
  await page.getByRole('grid', { name: 'Apps' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+Space')
  await expect(page.getByRole('checkbox', { name: 'Select Beta' })).toBeChecked()
  await page.keyboard.press('Space')
  await expect(page.getByRole('checkbox', { name: 'Select Beta' })).not.toBeChecked()
  const archive = page
    .getByRole('region', { name: 'Selection' })
    .getByRole('button', { name: 'Archive…' })
  await archive.press('Enter')
  const commit = sheet(page).getByRole('button', { name: 'Archive 1 app' })
  await expect(commit, 'it gets the focus once it is enabled').toBeFocused()
  await page.keyboard.press('Escape')
  await expect(archive).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(commit).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet(page).getByRole('button', { name: 'Done' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('checkbox', { name: 'Select Alpha' })).toBeHidden()
  await expect(page.getByRole('grid', { name: 'Apps' })).toBeFocused()
})

test('a review that needs confirmation takes the focus and keeps it', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, {
    limits: { apiRequestsPerHour: { unit: 'number', value: 5000 } },
  })
  await open('/limits?focus=apiRequestsPerHour')
  await expect(page.getByRole('grid')).toBeFocused()
  await page.keyboard.type('1')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Review and save' }).press('Enter')
  const review = page.getByRole('dialog', { name: /^Review/ })
  await expect(review.getByRole('button', { name: /^Save/ })).toBeDisabled()
  await expect(review).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(review.locator(':focus')).toHaveCount(1)
  await review.getByRole('checkbox').press('Space')
  await expect(review.getByRole('button', { name: /^Save/ })).toBeEnabled()
  await expect(review.getByRole('checkbox')).toBeFocused()
})

test('an app listed by key and by uuid counts once, and the dialog says so', async ({
  page,
  open,
  workspace,
  context,
  admin,
}) => {
  const [alpha, beta] = await newApps(admin, ['Alpha', 'Beta'])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('/apps')
  await pasteList(page, `alpha ${alpha?.uuid} beta ${beta?.id}`)
  await expect(status(page)).toHaveText('2 will be archived2 named twice')
  await sheet(page).getByRole('button', { name: 'Archive 2 apps' }).click()
  await expect(status(page)).toHaveText('2 archived2 named twice')
  await expect(sheet(page).getByRole('row', { name: /Alpha/ })).toContainText(
    `named as alpha, ${alpha?.uuid}`,
  )
  await sheet(page).getByLabel('Ticket number').fill('SUP-12')
  await sheet(page).getByRole('button', { name: 'Copy for a ticket' }).click()
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n')
  expect(lines.slice(0, 3)).toEqual([
    '2 archived, 2 named twice',
    'Ticket: SUP-12',
    `Workspace: ${workspace.name}`,
  ])
  expect(lines[3]).toMatch(/^By: Test admin, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/)
  expect(lines.slice(6)).toEqual([
    `- alpha: archived (named twice: alpha, ${alpha?.uuid})`,
    `- beta: archived (named twice: beta, ${beta?.id})`,
  ])
  const link = lines[5]?.replace('Link: ', '') ?? ''
  await page.goto(link)
  const recent = page.getByRole('dialog', { name: 'Recent bulk archives' })
  await expect(recent.locator('[aria-current=true]')).toContainText('Test admin')
  await recent.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 apps restored')).toBeVisible()
})

test('an archive is previewed again after a change, and Escape does not lose its result', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha', 'Beta', 'Gamma'])
  await open('/apps')
  await pasteList(page, 'alpha beta gamma')
  await expect(status(page)).toHaveText('3 will be archived')
  await admin.send('DELETE', '/external-apps/gamma')
  await sheet(page).getByRole('button', { name: 'Archive 3 apps' }).click()
  await expect(sheet(page).getByRole('alert')).toHaveText(
    'The apps have changed since the preview: Gamma. This is what would happen now.',
  )
  await expect(status(page)).toHaveText('2 will be archived1 already archived')
  const letGo = await holdRequests(page, '**/external-apps/archive')
  await sheet(page).getByRole('button', { name: 'Archive 2 apps' }).click()
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(sheet(page).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await letGo()
  await expect(status(page)).toHaveText('2 archived1 already archived')
  for (const key of ['alpha', 'beta']) await admin.send('POST', `/external-apps/${key}/restore`)
  await sheet(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('These apps are restored already')).toBeVisible()
})

test('an archive and its undo whose responses are late or lost are repeated for them', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha', 'Beta'])
  await open('/apps')
  await pasteList(page, 'alpha beta')
  const archive = sheet(page).getByRole('button', { name: 'Archive 2 apps' })
  await expect(archive).toBeEnabled()
  await page.route(
    '**/external-apps/archive',
    (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }),
    { times: 1 },
  )
  await archive.click()
  await expect(sheet(page).getByRole('alert')).toContainText('Busy')
  await expect(archive, 'after an error that comes at once').toBeFocused()
  await page.route(
    '**/external-apps/archive',
    async (route) => {
      await route.fetch()
      await route.fulfill({
        status: 409,
        headers: { 'Retry-After': '1' },
        json: { type: 'concurrency', key: 'conflict', message: 'It may be still in progress' },
      })
    },
    { times: 1 },
  )
  await archive.click()
  await expect(sheet(page).getByRole('alert')).toContainText('still in progress')
  await archive.click()
  await expect(status(page)).toHaveText('2 archived')
  await loseNextResponse(page, '**/external-apps/archive/*/restore')
  const undo = sheet(page).getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect(sheet(page).getByRole('alert')).toContainText('Can’t reach the server')
  await undo.click()
  await expect(page.getByText('2 apps restored')).toBeVisible()
})

test('keys pressed right after Archive, on a busy computer, neither repeat nor close it', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha', 'Beta'])
  await open('/apps')
  await pasteList(page, 'alpha beta')
  const archive = sheet(page).getByRole('button', { name: 'Archive 2 apps' })
  await expect(archive).toBeFocused()
  const letGo = await holdRequests(page, '**/external-apps/archive')
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/external-apps/archive')) sent += 1
  })
  await page.evaluate(() => {
    setTimeout(() => {
      const end = performance.now() + 500
      while (performance.now() < end);
    })
  })
  await Promise.all(['Enter', 'Enter', 'Escape'].map((key) => page.keyboard.press(key)))
  await expect(sheet(page).getByRole('button', { name: 'Cancel' })).toBeDisabled()
  await letGo()
  await expect(status(page)).toHaveText('2 archived')
  expect(sent).toBe(1)
})

test('Back while archiving keeps the result, and leaving it later offers Undo', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha', 'Beta'])
  await open('/limits')
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await pasteList(page, 'alpha beta')
  await expect(status(page)).toHaveText('2 will be archived')
  const letGo = await holdRequests(page, '**/external-apps/archive')
  await sheet(page).getByRole('button', { name: 'Archive 2 apps' }).click()
  await page.goBack()
  await letGo()
  await expect(status(page)).toHaveText('2 archived')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Limits', level: 1 })).toBeVisible()
  const undo = page
    .getByRole('alert')
    .filter({ hasText: '2 apps archived' })
    .getByRole('button', { name: 'Undo' })
  await page.context().setOffline(true)
  await undo.click()
  await expect(page.getByText('Can’t reach the server. Try again.')).toBeVisible()
  await page.context().setOffline(false)
  await undo.click()
  await expect(page.getByText('2 apps restored')).toBeVisible()
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Alpha' })).toBeVisible()
})

test('the results of a list stay in view beside a long name', async ({ page, open, admin }) => {
  const [long] = await newApps(admin, ['Long'.repeat(50)])
  await open('/apps')
  await pasteList(page, `${long?.key} ${'nowhere'.repeat(20)}`)
  await expect(status(page)).toHaveText('1 will be archived1 not found')
  for (const cell of await sheet(page).getByRole('cell').all())
    await expect(cell).toBeInViewport({ ratio: 1 })
  for (const name of ['App', 'Key', 'Result'])
    await expect(sheet(page).getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
})

test('a list is read from a CSV file', async ({ page, open, admin }) => {
  await newApps(admin, ['Alpha', 'Beta', 'Gamma'])
  await open('/apps')
  await page.getByRole('button', { name: 'Archive a list…' }).click()
  const file = list(page).locator('input[type=file]')
  const buffer = Buffer.from('PK\0\0')
  await file.setInputFiles({ name: 'ticket.xlsx', mimeType: 'application/zip', buffer })
  await expect(list(page).getByRole('alert')).toHaveText('ticket.xlsx is not a text file.')
  await file.setInputFiles({
    name: 'ticket.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('App,Key,Replaced by\r\n"Alpha",alpha,gamma\r\nBeta,beta,gamma\r\n'),
  })
  await expect(list(page)).toContainText('2 in the list')
  await expect(list(page).getByRole('alert')).toHaveCount(0)
  await list(page).getByRole('button', { name: 'Preview' }).click()
  await expect(status(page)).toHaveText('2 will be archived')
})

test('an operator learns in which tab the public apps of a list are archived', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha'])
  await open('/apps', 'operator')
  await pasteList(page, 'alpha hubspot')
  await expect(status(page)).toHaveText('1 will be archived1 public (only an operator can archive)')
  await expect(sheet(page).getByText('One is a public app.')).toContainText('“Public catalog”')
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'Public catalog' }).click()
  await page.getByRole('button', { name: 'Archive a list…' }).click()
  await list(page).getByRole('button', { name: 'Preview' }).click()
  await expect(status(page)).toHaveText('1 will be archived1 not found')
})

test('an archive that is undone among the recent ones is no longer said to be archived', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha', 'Beta'])
  await open('/apps')
  await pasteList(page, 'alpha beta')
  await sheet(page).getByRole('button', { name: 'Archive 2 apps' }).click()
  await sheet(page).getByRole('button', { name: 'Done' }).click()
  const archived = page.getByRole('alert').filter({ hasText: '2 apps archived' })
  await expect(archived).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Recent bulk archives…' }).click()
  await page
    .getByRole('dialog', { name: 'Recent bulk archives' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(page.getByText('2 apps restored')).toBeVisible()
  await expect(archived).toHaveCount(0, { timeout: 3_000 })
})

test('a pasted list survives Escape, takes names and upper case, and is restored @long', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Data Lake', 'Beta', 'Gamma'])
  // While it is archived, its key is that of an app of the catalog.
  await admin.newApp({ name: 'Our Zendesk', key: 'zendesk' })
  await open('/apps')
  await page.getByRole('button', { name: 'Archive a list…' }).click()
  await expect(list(page).getByRole('textbox')).toBeFocused()
  await page.keyboard.insertText('Data Lake\nBETA, gamma, zendesk')
  await page.keyboard.press('Escape')
  await expect(list(page)).toBeHidden()
  await page.getByRole('button', { name: 'Archive a list…' }).click()
  await expect(list(page).getByText('4 in the list')).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await sheet(page).getByRole('button', { name: 'Archive 4 apps' }).click()
  await expect(status(page)).toHaveText('4 archived')
  await sheet(page).getByRole('button', { name: 'Done' }).click()

  const single: string[] = []
  page.on('request', (request) => {
    const [, selector] = /external-apps\/([^/?]+)$/.exec(request.url()) ?? []
    if (request.method() === 'GET' && selector !== undefined) single.push(selector)
  })
  await chooseFromMenu(page, 'More', 'Restore a list…')
  await page.getByRole('dialog').getByRole('textbox').fill('Data Lake, gamma, zendesk, nowhere')
  await page.keyboard.press('Control+Enter')
  const restored = page.getByRole('dialog', { name: /^Restore/ })
  const commit = restored.getByRole('button', { name: 'Restore 3 apps' })
  await expect(commit).toBeEnabled()
  expect(single, 'apps are not read one by one, which would reach a request limit').toEqual([
    'nowhere',
  ])
  await restored.getByRole('textbox', { name: 'Reason (optional)' }).fill('Still in use')
  const heard = await listenToPage(page)
  await page.context().setOffline(true)
  await commit.click()
  await expect(restored.getByRole('status')).toHaveText('1 not found3 failed')
  await page.context().setOffline(false)
  await restored.getByRole('button', { name: 'Retry the 3 that failed' }).click()
  await expect(restored.getByRole('status')).toHaveText('1 not found3 restored')
  const announced = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const ends = (await heard()).map(announced).filter((text) => text.includes('not found'))
  expect(ends, 'each result, once').toEqual(['1 not found 3 failed', '1 not found 3 restored'])
  await restored.getByRole('button', { name: '1 not found' }).click()
  await expect(restored.getByRole('row')).toHaveCount(2)
  await restored.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('checkbox', { name: 'Select Our Zendesk' })).toBeVisible()
  const reason = 'Still in use'
  expect(await admin.send('GET', '/audit-events?operation=restoreApp&outcome=done')).toMatchObject({
    items: [{ reason }, { reason }, { reason }],
  })
})

test('a pasted list outlives Back and a reload, until its apps are archived @long', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha', 'Beta'])
  await open('/settings')
  await page.getByRole('link', { name: 'Apps', exact: true }).click()
  const paste = page.getByRole('button', { name: 'Archive a list…' })
  await paste.click()
  await list(page).getByRole('textbox').fill('Alpha\nBeta')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  await page.goForward()
  await paste.click()
  await expect(list(page).getByText('2 in the list')).toBeVisible()
  await page.reload()
  await paste.click()
  await list(page).getByRole('button', { name: 'Preview' }).click()
  await sheet(page).getByRole('button', { name: 'Archive 2 apps' }).click()
  await sheet(page).getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await paste.click()
  await expect(list(page).getByText('0 in the list')).toBeVisible()
})

test('a selection outlives filters and archives; Delete archives it; it is restored @long', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha', 'Beta', 'Gamma'])
  await open('/apps')
  // Beside the box, which is small.
  await page.getByRole('checkbox', { name: 'Select Alpha' }).click({ position: { x: 18, y: 18 } })
  await page.getByRole('link', { name: 'Gamma' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archive…' }).click()
  await sheet(page).getByRole('button', { name: 'Archive 1 app' }).click()
  await sheet(page).getByRole('button', { name: 'Done' }).click()
  await page.keyboard.press('Escape')
  const search = page.getByRole('textbox', { name: 'Find an app' })
  await search.fill('beta')
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('1 selected (1 not in this list)')
  await expect(bar.getByRole('button', { name: 'Archive all 1 that match…' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('checkbox', { name: 'Select Beta' }).press('Space')
  await page.keyboard.press('Delete')
  await sheet(page).getByRole('button', { name: 'Archive 2 apps' }).click()
  await sheet(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText("No results for 'beta'")).toBeVisible()
  await search.press('Escape')
  await expect(search).toHaveValue('')
  await page.getByText('Archived', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await bar.getByRole('button', { name: 'Restore…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore 3 apps' }).click()
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('3 restored')
})

test('a selected app that someone else archives can be restored, not archived again', async ({
  page,
  open,
  admin,
}) => {
  const [app] = await newApps(admin, ['Alpha'])
  await open('/apps?state=both')
  await page.getByRole('checkbox', { name: 'Select Alpha' }).click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar.getByRole('button', { name: 'Archive…' })).toBeVisible()
  await admin.send('DELETE', `/external-apps/${app?.id}`)
  await expect(page.getByRole('row', { name: 'Alpha' })).toContainText('Archived')
  await expect(bar.getByRole('button', { name: 'Restore…' })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'Archive…' })).toBeHidden()
})

test('Shift+click selects the visible range between two clicks, also after sorting', async ({
  page,
  open,
  admin,
}) => {
  await newApps(admin, ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'])
  await open('/apps')
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  await box('Alpha').click()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page.getByRole('row').nth(1)).toContainText('Gamma')
  await box('Beta').click({ modifiers: ['Shift'] })
  await expect(page.getByText('2 selected')).toBeVisible()
  for (const name of ['Alpha', 'Beta']) await expect(box(name)).toBeChecked()
})

test('the active cell of the alert matrix stays on its alert type when filtered', async ({
  page,
  open,
}) => {
  await open('/alerts?focus=apiRequestsPerHour')
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-activedescendant', /cell-apiRequestsPerHour-/)
  await page.getByRole('textbox', { name: 'Find an alert type' }).fill('requests')
  await expect(page.getByText('30 of 30 alert types')).toBeHidden()
  await expect(grid).toHaveAttribute('aria-activedescendant', /cell-apiRequestsPerHour-/)
})

test('selected apps are of one workspace; a link finds an archive of an operator @long', async ({
  page,
  api,
  open,
  workspace,
  context,
  admin,
}) => {
  const [app] = await newApps(admin, ['Alpha'])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const other = await api.newWorkspace(`${workspace.name} other`)
  await open('/apps?tab=public&q=hubspot', 'operator')
  await page.getByRole('checkbox', { name: 'Select HubSpot', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Selection' })).toContainText('1 selected')
  await page.getByRole('button', { name: `Workspace: ${workspace.name}` }).click()
  await page.getByRole('textbox', { name: 'Find a workspace' }).fill(other.name)
  await page.getByRole('option', { name: other.name }).click()
  await expect(page.getByRole('button', { name: `Workspace: ${other.name}` })).toBeVisible()
  await expect(page.getByText('No apps here yet')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Selection' })).toBeHidden()
  await page.getByRole('tab', { name: 'Public catalog' }).click()
  await pasteList(page, app?.id ?? '')
  await sheet(page).getByRole('button', { name: 'Archive 1 app' }).click()
  await sheet(page).getByRole('button', { name: 'Copy for a ticket' }).click()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  await page.goto(/Link: (.*)/.exec(text)?.[1] ?? '')
  const row = page.getByRole('dialog').locator('[aria-current=true]')
  await row.getByRole('button', { name: 'Undo' }).dblclick()
  await expect(page.getByText('1 app restored')).toBeVisible()
  await expect(page.getByText('restored already')).toBeHidden()
})
