import type { Locator, Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './accessibility'
import { expect, openDemo, signIn, test } from './fixtures'
import { holdRequests } from './hold-requests'
import { unsavedChanges } from './vocabulary'

test.use({ viewport: { width: 390, height: 844 } })

test('each table row is a card that fits the screen @long', async ({ page }) => {
  await openDemo(page, '/raised-alerts')
  const table = page.getByRole('grid', { name: 'Raised alerts' })
  const first = table.getByRole('row', { name: /API requests per second/ }).first()
  expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await expect(first.getByRole('gridcell').nth(4)).toBeInViewport()
  await expectAccessible(page)
})

test('a card shows no empty cells, and the arrow keys pass over them', async ({ page }) => {
  await openDemo(page, '/apps?tab=public')
  const cells = (name: string) => page.getByRole('row', { name }).getByRole('gridcell')
  const [dotNet, e] = [cells('.NET'), cells('/e/')]
  await expect(dotNet).toContainText(['.NET', 'dotnet', 'Developer tools'])
  await expect(e, 'without categories').toContainText(['/e/', 'e'])
  await dotNet.last().focus()
  await page.keyboard.press('ArrowDown')
  await expect(e.last()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(e.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(dotNet.nth(1)).toBeFocused()
  const boxes = await Promise.all([e.first().boundingBox(), e.last().boundingBox()])
  const [name, key] = boxes.map((box) => box?.y ?? 0)
  expect(key, 'the key is below the name').toBeGreaterThan((name ?? 0) + 10)
})

test('on a phone, one control sorts the cards of a table @long', async ({ page }) => {
  await openDemo(page, '/connectors?view=table')
  const table = page.getByRole('grid', { name: 'Connectors' })
  const first = table.getByRole('row').nth(1)
  await expect(first).toContainText('airtable')
  await expect(table.getByRole('columnheader', { name: 'Key' })).toBeAttached()
  await expect(table.getByRole('button', { name: 'Key' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sort descending' })).toBeDisabled()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Key')
  await page.getByRole('button', { name: 'Sort descending' }).click()
  await expect(page).toHaveURL(/sort=-key/)
  await expect(first).toContainText('zendesk')
  await page.reload()
  await expect(first).toContainText('zendesk')
  await page.getByRole('button', { name: 'Sort ascending' }).click()
  await expect(first).toContainText('airtable')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Default')
  await expect(page).not.toHaveURL(/sort/)
})

test('on a phone, all loaded rows are selected at once', async ({ page }) => {
  await openDemo(page, '/apps')
  await page.getByRole('checkbox', { name: 'Select all that are loaded' }).click()
  await expect(page.getByText(/^\d{3} selected$/)).toBeVisible()
})

test('on a phone, a limit shows the value to change beside the one in effect', async ({ page }) => {
  await openDemo(page, '/limits')
  const grid = page.getByRole('grid', { name: 'Limits' })
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 })
    for (const name of ['Workspace value', 'Effective'])
      await expect(grid.getByRole('columnheader', { name })).toBeInViewport({ ratio: 1 })
  }
})

test('on a phone, the links to the parts of a long page stand in one line', async ({ page }) => {
  await openDemo(page, '/settings')
  const links = page.getByRole('navigation', { name: 'Parts of the settings' })
  await expect(links.getByRole('link', { name: 'Danger zone' })).toBeAttached()
  expect((await links.boundingBox())?.height).toBeLessThan(44)
})

test('on a tablet, the navigation is a rail of icons, and grids fit beside it @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await openDemo(page, '/limits')
  const navigation = page.getByRole('navigation', { name: 'Pages of the workspace' })
  const link = navigation.getByRole('link', { name: 'Raised alerts' })
  await expect(link).toHaveAttribute('title', 'Raised alerts')
  expect((await navigation.boundingBox())?.width).toBeLessThan(60)
  // The edge of the grid may cut off a fraction of a pixel.
  const usage = page.getByRole('columnheader', { name: 'In use' })
  await expect(usage).toBeInViewport({ ratio: 0.99 })
  await expectAccessible(page)
  await navigation.getByRole('link', { name: 'Alerts', exact: true }).click()
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toBeInViewport({ ratio: 1 })
  await link.click()
  const mute = page.getByRole('button', { name: /^Mute / }).first()
  await expect(mute).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 770, height: 1180 })
  await expect(mute, 'beside cells that are cut off').toBeInViewport({ ratio: 1 })
})

test('on a narrow phone, no label of a connector breaks within a word', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openDemo(page, '/connectors/hubspot')
  const [label, short] = ['Authentication', 'Version'].map((text) =>
    page.locator('main').getByText(text, { exact: true }),
  )
  const height = (await short?.boundingBox())?.height
  expect((await label?.boundingBox())?.height, 'is on one line').toBe(height)
})

test('on a phone, both badges of a workspace leave room for its name', async ({
  api,
  open,
  page,
  workspace,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await api.update(workspace.id, { type: 'production', isReadOnly: true })
  await open('/settings')
  const name = page.getByRole('button', { name: /^Workspace/ }).getByText(workspace.name)
  await expect.poll(async () => (await name.boundingBox())?.width).toBeGreaterThan(60)
})

test('on a phone, the overview keeps still while it loads, and its days stand apart', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const read = ['usage?*', 'alerts?*', 'audit-events?*']
  const releases = await Promise.all(read.map((name) => holdRequests(page, `**/api/**/${name}`)))
  await openDemo(page, '')
  const days = page.getByRole('list', { name: 'API requests by day' }).getByRole('listitem')
  const changes = page.getByRole('region', { name: 'Latest changes' })
  const before = (await changes.boundingBox())?.y ?? 0
  await Promise.all(releases.map((release) => release()))
  await expect(days).toHaveCount(7)
  await expect(page.getByRole('region', { name: 'Now', exact: true })).toContainText('since')
  await expect(changes).toContainText('ago')
  expect(Math.abs(((await changes.boundingBox())?.y ?? 0) - before)).toBeLessThan(48)
  const isWider = await days.evaluateAll((items) =>
    items.map(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth),
  )
  expect(isWider).not.toContain(true)
})

test('on a phone, the latest changes take as much room as was kept for them', async ({
  api,
  open,
  page,
  workspace,
}) => {
  for (let value = 1; value <= 6; value += 1) {
    const limit = { unit: 'number', value }
    await api.update(workspace.id, {
      limits: { parallelFlowRuns: limit, parallelEventPulls: limit },
    })
  }
  await page.setViewportSize({ width: 360, height: 740 })
  const release = await holdRequests(page, '**/api/**/audit-events?*')
  await open()
  const changes = page.getByRole('region', { name: 'Latest changes' })
  const before = (await changes.boundingBox())?.height ?? 0
  await release()
  await expect(changes).toContainText('just now')
  expect(Math.abs(((await changes.boundingBox())?.height ?? 0) - before)).toBeLessThan(48)
})

test('on a phone, an entry of the history has the whole width, and its days one line', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/history')
  const entry = page.getByRole('list', { name: 'History' }).getByRole('listitem').filter({
    hasText: 'created the workspace',
  })
  await expect(entry.getByText('operator', { exact: true })).toBeVisible()
  expect((await entry.getByRole('link').boundingBox())?.width).toBeGreaterThan(200)
  const days = await Promise.all(
    ['From day', 'To day'].map((label) => page.getByLabel(label).boundingBox()),
  )
  expect(days[1]?.y).toBe(days[0]?.y)
})

test('on a phone, the filters of the limits stand in one line', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openDemo(page, '/limits')
  const first = page.getByText('Changed, not saved')
  const last = page.getByText('Has an alert')
  await expect(first).toBeVisible()
  expect((await last.boundingBox())?.y).toBe((await first.boundingBox())?.y)
  await last.click()
  await expect(page).toHaveURL(/show=/)
  await expectToFit(page, 'the limits')
})

/** A narrow phone, and a window of 1280×800 at 200 % zoom. */
const sizes = [
  { width: 360, height: 740 },
  { width: 640, height: 400 },
]
/** A window of 1280 at 400 % zoom, and a tablet, which shows the navigation beside the page. */
const otherWidths = [320, 820]

async function expectToFit(page: Page, what: string): Promise<void> {
  // Charts take the new width with the next frame.
  await expect
    .poll(
      () =>
        page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        ),
      what,
    )
    .toBe(0)
}

async function expectUsable(page: Page, what: string): Promise<void> {
  for (const width of otherWidths) {
    await page.setViewportSize({ width, height: 800 })
    await expectToFit(page, `${what} at ${width}`)
  }
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectToFit(page, `${what} at ${size.width}`)
    // Colors depend on the scheme, but not on the width: once dark is enough.
    await expectAccessible(page, size === sizes[0] ? ['light', 'dark'] : ['light'])
  }
}

test('on a phone, one control sorts the limits, or shows their groups', async ({ page }) => {
  await openDemo(page, '/limits')
  const grid = page.getByRole('grid', { name: 'Limits' })
  await expect(grid.getByRole('columnheader').getByRole('button')).toHaveCount(0)
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await sort.selectOption('In use')
  await page.getByRole('button', { name: 'Sort descending' }).click()
  await expect(page).toHaveURL(/sort=-usage/)
  await expect(grid.getByRole('columnheader', { name: 'In use' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await expect(grid.getByRole('rowgroup')).toHaveCount(1)
  await sort.selectOption('Group')
  await expect(page).not.toHaveURL(/sort/)
  await expect(grid.getByRole('rowgroup', { name: 'Parallelism' })).toBeVisible()
})

test('on a phone, a long tooltip takes several lines', async ({ page }) => {
  await openDemo(page, '/limits')
  await page.getByRole('button', { name: 'Reset to defaults' }).first().hover()
  await expect(page.getByRole('tooltip')).toContainText('Clears the workspace values')
  await expectToFit(page, 'a long tooltip')
})

test('on a phone and zoomed, limits and their review fit and are accessible @long', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openDemo(page, '/limits')
  const grid = page.getByRole('grid', { name: 'Limits' })
  await grid.focus()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(unsavedChanges(page)).toBeVisible()
  await page.getByRole('button', { name: 'Review and save' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectUsable(page, 'the review')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expectUsable(page, 'limits')
})

const groups = [
  ['', '/settings', '/alerts', '/raised-alerts', '/deliveries', '/connectors?view=table'],
  ['/connectors/new', '/apps', '/connections', '/actions?id=create-payment'],
  ['/history', '/limits/apiRequestsPerSecond', '/demo'],
]
for (const [first = '', ...others] of groups)
  test(`no page is wider than a phone or a zoomed window, and each is accessible there: ${[
    first || 'overview',
    ...others,
  ].join(' ')} @long`, async ({ page }) => {
    test.setTimeout(180_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openDemo(page, first)
    for (const path of [first, ...others]) {
      if (path !== first) await page.goto(page.url().replace(/(\/w\/[^/?]+).*/, `$1${path}`))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByLabel('Loading')).toHaveCount(0)
      await expectUsable(page, path)
    }
  })

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

test('long names without spaces wrap', async ({ api, page, tokenFor }) => {
  const { id } = await api.newWorkspace(longWord)
  await signIn(page, await tokenFor('operator'), id)
  const changes = page.getByRole('region', { name: 'Latest changes' })
  await expect(changes).toContainText(longWord)
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectToFit(page, `the overview at ${width}`)
    expect(
      await changes.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
      `the changes at ${width}`,
    ).toBe(0)
  }
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto(`/w/${id}/connectors/${longWord}`)
  await expect(page.getByText(/^There is no connector/)).toBeVisible()
  await expectToFit(page, 'a missing connector')
  await page.goto(`/w/${id}/actions?id=${longWord}`)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('There is no action')
  expect(
    await alert.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    'the message is not cut off',
  ).toBe(0)
})

type Open = (page: Page) => Promise<void>
const click =
  (name: string): Open =>
  (page) =>
    page.getByRole('button', { name }).first().click()
const openRecord: Open = (page) => page.getByRole('gridcell').getByRole('link').first().click()
const press =
  (key: string): Open =>
  (page) =>
    page.keyboard.press(key)

const overlays: readonly { what: string; path: string; open: Open }[] = [
  { what: 'a list to archive', path: '/apps', open: click('Archive a list…') },
  { what: 'a new app', path: '/apps', open: click('Create app') },
  { what: 'an app', path: '/apps', open: openRecord },
  {
    what: 'an import',
    path: '/limits',
    open: async (page) => {
      await page.getByRole('button', { name: 'Import and export' }).click()
      await page.getByRole('menuitem', { name: /^Import/ }).click()
    },
  },
  { what: 'a delivery', path: '/deliveries', open: openRecord },
  { what: 'a rotation', path: '/settings', open: click('Rotate the secret') },
  { what: 'the palette', path: '', open: press('Control+k') },
  { what: 'the list of keys', path: '', open: press('?') },
  { what: 'the account menu', path: '', open: click('Account and appearance') },
]

for (const { what, path, open } of overlays)
  test(`on a phone and zoomed, ${what} is usable and accessible @long`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openDemo(page, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await open(page)
    await expect(page.getByRole('dialog').or(page.getByRole('menu')).first()).toBeVisible()
    await expectUsable(page, what)
  })

test('on a phone, each of many authentication options is reached by a link', async ({
  page,
  open,
  admin,
}) => {
  const entries = Array.from({ length: 60 }, (_option, index) => [
    `option-${index + 1}`,
    { type: 'app-token' },
  ])
  await admin.send('POST', '/connectors', { name: 'Many', options: Object.fromEntries(entries) })
  await page.setViewportSize({ width: 390, height: 844 })
  await open('/connectors/many')
  const heading = page.getByRole('heading', { name: 'Option option-47' })
  await expect(heading).not.toBeInViewport()
  await page.getByRole('link', { name: 'option-47', exact: true }).click()
  await expect(heading).toBeInViewport()
  await page.reload()
  await expect(heading).toBeInViewport()
})

test('long names fit @long', async ({ page, open, workspace, admin }) => {
  const name = 'W'.repeat(200)
  await admin.update(workspace.id, { name })
  const options = { ['o'.repeat(90)]: { type: 'app-token' } }
  const created = await admin.send('POST', '/connectors', { name, options })
  const { key } = z.object({ key: z.string() }).parse(created)
  const address = `${'w'.repeat(64)}@${'w'.repeat(63)}.example`
  await admin.send('PUT', `/org-workspaces/${workspace.id}/alert-settings`, {
    emailRecipients: [address],
  })
  for (const at of ['', `/connectors/${key}`, `/connectors/${key}/edit`, '/alerts']) {
    await open(at)
    if (at === '/alerts') await expect(page.getByText(address)).toBeVisible()
    else await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    if (at.endsWith('/edit')) await expect(page.getByRole('tab', { name: 'ooo' })).toBeVisible()
    if (at === '')
      await expect(page.getByRole('region', { name: 'Latest changes' })).toContainText(name)
    for (const width of [1400, 820, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await expectToFit(page, `${at} at ${width}`)
      const opener = await page.getByRole('button', { name: 'Go to' }).boundingBox()
      expect(opener?.height).toBeLessThan(40)
      if (width === 1400) expect(opener?.width).toBeGreaterThan(118)
    }
  }
})

test('on a phone, facts of several lines stand apart, and a long name fits the palette', async ({
  page,
  open,
  admin,
}) => {
  const name = 'Long'.repeat(40)
  const { id } = await admin.newApp({ name })
  await open(`/apps?app=${id}`)
  const uuid = page.getByRole('dialog').getByText('UUID', { exact: true })
  const [above, below] = [page.getByRole('dialog').getByText(id), uuid]
  await expect(below).toBeVisible()
  const [ofId, ofUuid] = [await above.boundingBox(), await below.boundingBox()]
  if (ofId === null || ofUuid === null) throw new Error('Not visible')
  expect(ofId.height, 'it takes two lines').toBeGreaterThan(30)
  expect(ofUuid.y - ofId.y - ofId.height).toBeGreaterThanOrEqual(4)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Go to' }).click()
  await page.getByRole('textbox', { name: 'Go to' }).fill(name)
  const found = page.getByRole('dialog').getByText(name, { exact: true })
  await expect(found).toBeInViewport({ ratio: 1 })
})

test('a dialog with a long name in its title keeps its buttons in view', async ({
  page,
  open,
  admin,
}) => {
  const name = 'W'.repeat(200)
  await admin.newApp({ name })
  const arabic = await admin.newApp({ name: 'نظام التتبع '.repeat(9).trim() })
  await open('/apps')
  const link = page.getByRole('link', { name: arabic.name })
  await expect(link, 'is cut off at its end, which is on the left').toHaveCSS('direction', 'rtl')
  await page.getByRole('link', { name }).click()
  const app = page.getByRole('dialog', { name })
  await expect(app.getByRole('button', { name: 'Close' })).toBeInViewport()
  await app.getByRole('button', { name: 'Edit' }).click()
  const edited = page.getByRole('dialog', { name: 'Edit' })
  await expect(edited.getByRole('button', { name: 'Close' })).toBeInViewport()
})

test('on a phone, dates, spans and filters are on one line; headings use the width @long', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const heightOf = async (locator: Locator) => (await locator.boundingBox())?.height
  await openDemo(page, '/alerts')
  const last = page.getByRole('link', { name: /^History of API requests per second: last/ })
  await expect(last).toBeVisible()
  expect(await heightOf(last)).toBeLessThan(24)
  await openDemo(page, '/limits/apiRequestsPerSecond')
  const spans = page.getByRole('radiogroup', { name: 'Span' })
  await expect(spans).toBeVisible()
  expect(await heightOf(spans)).toBeLessThan(36)
  await openDemo(page, '/limits')
  const [grid, reset] = await Promise.all(
    [
      page.getByRole('grid', { name: 'Limits' }),
      page.getByRole('button', { name: /^Reset to defaults/ }).first(),
    ].map((locator) => locator.boundingBox()),
  )
  expect((grid?.x ?? 0) + (grid?.width ?? 0) - (reset?.x ?? 0) - (reset?.width ?? 0)).toBeLessThan(
    16,
  )
})

test('on a phone, a review shows the old and the new value side by side, in whole words', async ({
  open,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await open('/settings')
  await page.getByLabel('Name', { exact: true }).fill('Larkfield Production')
  await page.getByRole('button', { name: 'Review and save' }).click()
  const row = page.getByRole('dialog').getByRole('row', { name: /Name/ })
  const [old, fresh] = await Promise.all(
    [row.getByRole('cell').first(), row.getByRole('cell').last()].map((cell) => cell.boundingBox()),
  )
  expect(old?.y).toBe(fresh?.y)
  expect(Math.min(old?.width ?? 0, fresh?.width ?? 0)).toBeGreaterThan(120)
})
