import { z } from 'zod'
import { operations } from '@/contract/operations'
import { expectAccessible } from './accessibility'
import { demoSession, expect, openDemo, signIn, test } from './fixtures'
import { chooseFromMenu, downloadFromMenu, unsavedChanges } from './vocabulary'

test('a user sorts a table by its headers, and the URL keeps the order @long', async ({ page }) => {
  await openDemo(page, '/connectors?view=table')
  const table = page.getByRole('grid', { name: 'Connectors' })
  const head = table.getByRole('columnheader', { name: 'Key' })
  const keys = async () =>
    (
      await table
        .getByRole('row')
        .getByRole('gridcell')
        .filter({ hasText: /^[a-z0-9-]+$/ })
        .allTextContents()
    ).slice(0, 3)
  await expect(head).toHaveAttribute('aria-sort', 'none')
  await head.getByRole('button').press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').press('Enter')
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect(page).toHaveURL(/sort=-key/)
  await expect.poll(async () => (await keys())[0]).toBe('zendesk')
  await page.reload()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await keys())[0]).toBe('zendesk')
  await expectAccessible(page)
  await head.getByRole('button').press('Enter')
  await expect(page).not.toHaveURL(/sort/)
})

test('apps are sorted beyond those that are loaded', async ({ page }) => {
  const { token, workspaceId } = await demoSession(page.request)
  const keys: string[] = []
  let cursor = ''
  do {
    const response = await page.request.get(`/api/universe/apps?limit=1000${cursor}`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const { items, cursor: next } = operations.listPublicApps.response.parse(await response.json())
    keys.push(...items.map(({ key }) => key))
    cursor = next === undefined ? '' : `&cursor=${next}`
  } while (cursor !== '')
  expect(keys.length).toBeGreaterThan(1000)
  await signIn(page, token, workspaceId, '/apps?tab=public')
  const table = page.getByRole('grid', { name: 'Apps' })
  const head = table.getByRole('columnheader', { name: 'Key' }).getByRole('button')
  const last = keys.toSorted().at(-1) ?? ''
  await expect(table.getByRole('row').nth(1)).not.toContainText(last)
  await head.click()
  await head.click()
  await expect(table.getByRole('row').nth(1)).toContainText(last)
  await expect(page.getByText('Sorted within')).toBeHidden()
})

test('a user chooses columns and density of tables, and they persist @long', async ({ page }) => {
  await openDemo(page, '/apps')
  const table = page.getByRole('grid', { name: 'Apps' })
  const row = table.getByRole('row').nth(1)
  await expect(row).toBeVisible()
  const before = (await row.boundingBox())?.height ?? 0
  await page.getByRole('button', { name: 'Columns and export' }).press('Enter')
  await page.getByRole('menuitemcheckbox', { name: 'Categories' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Changed' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Dense rows' }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(table.getByRole('columnheader', { name: 'Changed' })).toBeVisible()
  await expect(table.getByRole('columnheader', { name: 'Categories' })).toBeHidden()
  await expect.poll(async () => (await row.boundingBox())?.height ?? before).toBeLessThan(before)
})

test('a table keeps its scroll position when the user returns', async ({ page }) => {
  await openDemo(page, '/apps?tab=public')
  const table = page.getByRole('grid', { name: 'Apps' })
  await expect(table.getByRole('row').nth(1)).toBeVisible()
  await table.evaluate((grid) => grid.scrollTo({ top: 5000 }))
  const row = table.getByRole('row').and(page.locator('[aria-rowindex="118"]'))
  await expect(row).toBeInViewport()
  await page.getByRole('link', { name: 'Limits', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Limits', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(row).toBeInViewport()
  const scrollTop = () => table.evaluate((grid) => grid.scrollTop)
  expect(await scrollTop()).toBe(5000)
  await page.reload()
  await expect.poll(scrollTop).toBe(5000)
  await expect(row).toBeInViewport()
})

test('a user exports all filtered rows, loaded or not @long', async ({ page }) => {
  await openDemo(page, '/apps?tab=public')
  const count = page.getByText(/^[\d,.]+ apps$/)
  const total = Number((await count.textContent())?.replaceAll(/\D/g, ''))
  expect(total, 'more than one page').toBeGreaterThan(200)
  const exported = async (type: string) =>
    (await downloadFromMenu(page, 'Columns and export', `Export all as ${type}`)).text
  const lines = (await exported('CSV')).split('\r\n')
  expect(lines[0]).toMatch(/^\uFEFFname,key,categories,.*uuid$/)
  expect(lines).toHaveLength(total + 1)
  const apps = z.array(z.object({ key: z.string() })).parse(JSON.parse(await exported('JSON')))
  expect(apps).toHaveLength(total)

  await page.getByRole('textbox', { name: 'Find an app' }).fill('hubspot')
  await expect(page.getByText('1 app', { exact: true })).toBeVisible()
  expect((await exported('CSV')).split('\r\n')).toHaveLength(2)

  await page.route(/\/external-apps\/search\?/, (route) => route.fulfill({ status: 400 }))
  await chooseFromMenu(page, 'Columns and export', 'Export all as CSV')
  await expect(page.getByRole('alert')).toContainText('Couldn’t export the list')
})

test('a user copies a cell by keyboard and by mouse', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openDemo(page, '/connectors?view=table')
  const table = page.getByRole('grid', { name: 'Connectors' })
  await expect(table.getByRole('gridcell', { name: 'github', exact: true })).toBeVisible()
  await table.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(table.getByRole('gridcell', { name: 'github', exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+c')
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toBe('github')

  await table.getByRole('gridcell', { name: 'Developer tools' }).hover()
  await page.getByRole('button', { name: 'Copy Categories' }).click()
  await expect.poll(copied).toBe('Developer tools')
  await page.keyboard.press('Escape')

  await table.getByRole('gridcell', { name: 'github', exact: true }).focus()
  await page.keyboard.press('Control+End')
  await expect(table.getByRole('row').last().getByRole('gridcell').last()).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/connectors\/[a-z-]+$/)
})

const boxSchema = z.object({ y: z.number(), height: z.number() })

test('what gets the focus by Shift+Tab is not under the head of its table', async ({ page }) => {
  await openDemo(page, '/apps')
  const table = page.getByRole('grid', { name: 'Apps' })
  const row = (index: number) =>
    table.getByRole('row').and(page.locator(`[aria-rowindex="${index}"]`))
  await row(4).getByRole('checkbox').focus()
  const above = row(3).getByRole('checkbox')
  const head = table.getByRole('columnheader').first()
  /** From the lower edge of the head to the box, in pixels. */
  const distance = async () => {
    const [box, { y, height }] = z
      .tuple([boxSchema, boxSchema])
      .parse(await Promise.all([above.boundingBox(), head.boundingBox()]))
    return box.y - (y + height)
  }
  await table.evaluate((grid, by) => grid.scrollBy({ top: by }), (await distance()) + 8)
  expect(await distance()).toBeLessThan(0)
  for (let presses = 0; presses < 8; presses += 1) {
    await page.keyboard.press('Shift+Tab')
    if (await above.evaluate((box) => box === document.activeElement)) break
  }
  await expect(above).toBeFocused()
  await expect.poll(distance).toBeGreaterThanOrEqual(0)
})

test('focus stays nearby when the focused element disappears', async ({ page, open, admin }) => {
  for (const name of ['One to restore', 'Another one']) {
    const app = await admin.newApp({ name })
    await admin.send('DELETE', `/external-apps/${app.id}`)
  }
  await open('/apps?state=archived')
  const table = page.getByRole('grid', { name: 'Apps' })
  await table
    .getByRole('row', { name: /One to restore/ })
    .getByRole('button', { name: 'Restore' })
    .press('Enter')
  await expect(table.getByRole('row', { name: /One to restore/ })).toBeHidden()
  await expect(table).toBeFocused()

  await page.goto(page.url().replace(/apps.*/, 'limits'))
  await page.getByRole('grid', { name: 'Limits' }).focus()
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Reset to defaults' }).focus()
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  await expect(unsavedChanges(page)).toBeHidden()
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeFocused()
})

test('a printed table fits on the paper, and its texts are whole', async ({ page }) => {
  await openDemo(page, '/connectors?view=table')
  const table = page.getByRole('grid', { name: 'Connectors' })
  await expect(table.getByRole('row').nth(5)).toBeVisible()
  // A4.
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.emulateMedia({ media: 'print' })
  const cutOff = () =>
    table.getByRole('gridcell').evaluateAll((cells) =>
      cells
        .filter((cell) => {
          const isOutside = cell.getBoundingClientRect().right > innerWidth
          return isOutside || cell.scrollWidth > cell.clientWidth
        })
        .map((cell) => cell.textContent),
    )
  await expect.poll(cutOff).toEqual([])
})
