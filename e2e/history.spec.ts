import { z } from 'zod'
import { expectAccessible } from './accessibility'
import { expect, test } from './fixtures'
import { downloadFromMenu, reviewAndSave } from './vocabulary'

test('a user finds a change in the history and reverts it through the usual review', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, {
    limits: { parallelFlowRuns: { unit: 'number', value: 60 } },
    settings: { enableApiLogs: true },
  })
  const [before, after] = ['תל אביב', 'חיפה'] as const
  await api.update(workspace.id, { name: before })
  await api.update(workspace.id, { name: after })
  await open('/history')
  const history = page.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(5)
  const renamed = history.getByRole('listitem').filter({ hasText: `${before} → ${after}` })
  const boxes = [before, after].map((name) =>
    renamed.getByText(name, { exact: true }).boundingBox(),
  )
  const [left, right] = await Promise.all(boxes)
  expect(left?.x, 'also where names are read from right to left').toBeLessThan(right?.x ?? 0)
  await expect(history).toContainText('Demo operator changed Flow runs in parallel, API logs')

  await page.getByPlaceholder('Field').fill('parallelFlowRuns')
  await page.getByRole('option', { name: 'Flow runs in parallel', exact: true }).click()
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL(/path=limits/)
  await history.getByRole('link', { name: 'changed Flow runs in parallel, API logs' }).click()
  const entry = page.getByRole('dialog', { name: /changed Flow runs in parallel/ })
  await expect(history).toContainText('Flow runs in parallel: none → 60')
  await expect(entry.getByRole('row', { name: /Flow runs in parallel.*60/ })).toBeVisible()
  await expect(entry).toContainText('127.0.0.1')
  await expect(entry).toContainText('Demo operator (operator)')
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expect(history).toBeHidden()
  await expect(entry.getByRole('row', { name: /Flow runs in parallel.*60/ })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await entry.getByRole('button', { name: 'Revert this change' }).click()

  const review = page.getByRole('dialog', { name: 'Review 2 changes' })
  await expect(
    review.getByRole('row', { name: /Flow runs in parallel.*60.*the default/ }),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('2 unsaved changes')).toBeVisible()
  await reviewAndSave(page)
  const record = await api.workspace(workspace.id)
  expect(record.limits?.['parallelFlowRuns']).toEqual({ unit: 'number', defaultValue: 100 })
  expect(record.settings?.['enableApiLogs']).toBe(false)
  expect(record.name).toBe(after)

  await page.getByPlaceholder('Field').fill('')
  await expect(history.getByRole('listitem')).toHaveCount(7)
  // The operator read the workspace to check it, above.
  await expect(history).toContainText('Demo operator looked at this workspace')
  await history
    .getByRole('link', { name: 'changed Flow runs in parallel, API logs' })
    .last()
    .click()
  await expect(page.getByText('Already reverted')).toBeVisible()
})

test('reverts of several kinds are saved together; the review shows each request @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const path = `/org-workspaces/${workspace.id}`
  await api.update(workspace.id, { name: 'Renamed' })
  await api.send('PUT', `${path}/alert-settings`, { nearPercent: 90, emailRecipients: [] })
  await api.send('PUT', `${path}/operator-limits`, {
    operatorLimits: { parallelFlowRuns: { unit: 'number', value: 60 } },
  })
  await open('/history', 'operator')
  const history = page.getByRole('list', { name: 'History' })
  for (const change of [/^changed Name/, /^changed Warn at/, /^changed operator limits/]) {
    await history.getByRole('link', { name: change }).click()
    await page.getByRole('button', { name: 'Revert this change' }).click()
    await page.getByRole('button', { name: 'Back to editing' }).click()
  }
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: 'Review 3 changes' })
  await review.getByRole('tab', { name: 'Request' }).click()
  await expect(review.getByText(/^(PATCH|PUT) /)).toHaveText([
    `PATCH ${path}`,
    `PUT ${path}/alert-settings`,
    `PUT ${path}/operator-limits`,
  ])
  await review.getByRole('button', { name: 'Save 3 changes' }).click()
  await expect(page.getByText(`Changes to ${workspace.name} saved`)).toBeVisible()
  const { name, alertSettings, operatorLimits } = await api.workspace(workspace.id)
  expect({ name, nearPercent: alertSettings?.nearPercent, operatorLimits }).toEqual({
    name: workspace.name,
    nearPercent: 80,
    operatorLimits: {},
  })
})

test('refused requests are listed, and the visible entries can be exported', async ({
  page,
  open,
  workspace,
  tokenFor,
  request,
}) => {
  const headers = { Authorization: `Bearer ${await tokenFor('reader')}` }
  expect(
    (
      await request.patch(`/api/org-workspaces/${workspace.id}`, {
        headers,
        data: { name: 'Not allowed' },
      })
    ).status(),
  ).toBe(403)
  await open('/history')
  await page.getByText('Refused', { exact: true }).click()
  const history = page.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(1)
  await history.getByRole('link', { name: /was refused: update a workspace/ }).click()
  await expect(page.getByRole('dialog')).toContainText('This token is read-only')
  await page.keyboard.press('Escape')
  const { text: csv } = await downloadFromMenu(page, 'Export all', 'As CSV')
  expect(csv.split('\n')[0]).toContain('who')
  expect(csv).toContain('Test reader')
  await expectAccessible(page)
})

test('a save conflict is shown as a conflict, not as a refusal', async ({
  page,
  open,
  api,
  workspace,
  tokenFor,
  request,
}) => {
  const headers = {
    Authorization: `Bearer ${await tokenFor('admin')}`,
    'If-Match': '"what was read before"',
  }
  expect(
    (
      await request.patch(`/api/org-workspaces/${workspace.id}`, {
        headers,
        data: { name: 'Too late' },
      })
    ).status(),
  ).toBe(412)
  await api.update(workspace.id, { name: 'In time' })
  await open('/history')
  const entry = page
    .getByRole('list', { name: 'History' })
    .getByRole('listitem')
    .filter({ hasText: 'Test admin' })
  await expect(entry).toContainText('hit a save conflict: update a workspace')
  await expect(entry.getByText('conflict', { exact: true })).toBeVisible()
  await expect(entry).not.toContainText('refused')
  await entry.getByRole('link').click()
  await expect(page.getByRole('dialog')).toContainText(
    'The workspace was changed since you read it',
  )
  await expectAccessible(page)
})

test('a link opens an old entry, and a long history is exported completely @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  for (let turn = 0; turn < 60; turn += 1) await api.newToken(workspace.id, {})
  await open('/history')
  const history = page.getByRole('list', { name: 'History' })
  await expect(page.getByText('50+ entries')).toBeVisible()
  const group = history.getByText('created an access token and 49+ entries like it')
  await expect(group).toBeVisible()
  const grouped = history.getByRole('link', { name: 'created an access', includeHidden: true })
  await expect(grouped, 'rows that are folded away are not rendered').toHaveCount(0)
  await group.click()
  await expect(grouped).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(history).toContainText('created the workspace')
  const read: (string | null)[] = []
  page.on('request', (sent) => {
    const { pathname, searchParams } = new URL(sent.url())
    if (pathname === '/api/audit-events') read.push(searchParams.get('cursor'))
  })
  await api.update(workspace.id, { name: 'Changed since' })
  await expect(history).toContainText('changed Name')
  expect(
    read.filter((cursor) => cursor !== null),
    'only the newest entries are read again',
  ).toEqual([])
  await expect(history).toContainText('created the workspace')
  const exported = await downloadFromMenu(page, 'Export all', 'As JSON')
  const events = z
    .array(z.object({ id: z.string(), operation: z.string() }))
    .parse(JSON.parse(exported.text))
  expect(events.length).toBeGreaterThan(60)
  const lines = await downloadFromMenu(page, 'Export all', 'As NDJSON')
  expect(lines.name).toMatch(/-history\.ndjson$/)
  const exportedIds = lines.text
    .trimEnd()
    .split('\n')
    .map((line) => z.object({ id: z.string() }).parse(JSON.parse(line)).id)
  expect(exportedIds).toEqual(events.map(({ id }) => id))

  await open(`/history?outcome=refused&id=${events.at(-1)?.id}`)
  await expect(page.getByText('No entries match these filters')).toBeVisible()
  await expect(page.getByRole('dialog', { name: /created the workspace/ })).toBeVisible()
  await open('/history?id=00000000-0000-7000-8000-000000000000&utm_source=mail')
  await expect(page.getByText('This link’s entry is not in the history')).toBeVisible()
})

test('a long history keeps its place beside an entry, after a reload and on return @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  for (let turn = 0; turn < 60; turn += 1) await api.update(workspace.id, { name: `Name ${turn}` })
  await open('/history')
  const scrolled = () => page.evaluate(() => scrollY)
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  const entry = entries.filter({ hasText: 'created the workspace' })
  await page.getByRole('button', { name: 'Show more' }).click()
  await entry.scrollIntoViewIfNeeded()
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)

  await page.evaluate(() => {
    const { prototype } = Intl.DateTimeFormat
    const format = Object.getOwnPropertyDescriptor(prototype, 'format')?.get
    Object.defineProperty(prototype, 'format', {
      get() {
        performance.mark('formatted')
        return format?.call(this)
      },
    })
  })
  const link = entry.getByRole('link')
  await link.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(link).toBeFocused()
  expect(await scrolled()).toBe(before)
  const formatted = await page.evaluate(() => performance.getEntriesByName('formatted').length)
  expect(formatted, 'other entries are not rendered again').toBeLessThan(await entries.count())

  await page.reload()
  await expect(entry).toBeInViewport()
  expect(await scrolled()).toBe(before)
  await page.getByRole('navigation').getByRole('link', { name: 'Limits', exact: true }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Limits', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(entry, 'its first page has to be read again').toBeInViewport()
})

test('Back restores the field that the history was filtered by', async ({
  page,
  open,
  api,
  workspace,
}) => {
  await api.update(workspace.id, { type: 'production', name: 'Renamed' })
  await open('/history?path=name')
  const field = page.getByPlaceholder('Field')
  await expect(field).toHaveValue('Name')
  await page.getByRole('link', { name: /changed/ }).click()
  await page.keyboard.press('Escape')
  await field.fill('Type')
  await expect(page).toHaveURL(/path=type/)
  await page.goBack()
  await expect(page).toHaveURL(/path=name/)
  await expect(field).toHaveValue('Name')
})

test('the days of the history are typed by keyboard', async ({ page, open }) => {
  await open('/history?from=2026-11-05')
  const from = page.getByLabel('From day')
  await expect(from).toHaveValue('2026-11-05')
  await from.focus()
  await page.keyboard.type('02032025', { delay: 50 })
  await expect(page).toHaveURL(/from=2025-02-03/)
  await expect(from).toHaveValue('2025-02-03')
  await from.fill('')
  await expect(page).not.toHaveURL(/from=/)
  await open('/history?from=2026-11-05&to=2026-11-04')
  await expect(page.getByText('The From day is after the To day')).toBeVisible()
  for (const day of [from, page.getByLabel('To day')])
    await expect(day).toHaveAttribute('aria-invalid', 'true')
})
