import { expectAccessible } from './accessibility'
import { expect, openDemo, statusWith, test } from './fixtures'
import { holdRequests } from './hold-requests'

test('the page of a limit shows the source of its value and who changed it @long', async ({
  page,
  open,
  api,
  workspace,
}) => {
  const limit = (value: number) => ({ apiRequestsPerHour: { unit: 'number', value } })
  await api.update(workspace.id, { limits: limit(900) })
  await api.send('PUT', `/org-workspaces/${workspace.id}/operator-limits`, {
    operatorLimits: limit(700),
  })
  const history = '**/api/audit-events*'
  await page.route(history, (route) => route.fulfill({ status: 403 }))
  await open('/limits/apiRequestsPerHour')
  const changes = page.getByRole('region', { name: 'Changes of this limit' })
  await expect(changes).toContainText('can’t be loaded')
  await page.unroute(history)
  await page.reload()
  const values = page.getByRole('region', { name: 'Value of the limit' })
  await expect(values.getByRole('term')).toHaveText([
    'Effective',
    'Operator',
    'Workspace',
    'Default',
  ])
  await expect(values.getByRole('definition')).toHaveText([
    '700',
    'set by an operator',
    '700',
    '900',
    '1,000,000',
  ])
  const chart = page.getByRole('region', { name: 'Usage over time' })
  await expect(chart.getByText('Accepted so far'), 'the minute that runs is marked').toBeVisible()
  await expect(changes.getByRole('listitem')).toHaveText([
    /Demo operator set the operator value: none → 700/,
    /Demo operator set the workspace value: none → 900/,
  ])
  await page.getByText('As a table').click()
  await expect(page.getByRole('grid', { name: 'Usage by time' })).toContainText(
    'Demo operator: operator limit from none to 700',
  )
  await expect(page.locator('.recharts-reference-line')).toHaveCount(2)
  const scrolled = () => page.evaluate(() => scrollY)
  const head = page.getByRole('grid', { name: 'Usage by time' }).getByRole('button').first()
  await head.scrollIntoViewIfNeeded()
  const before = await scrolled()
  expect(before).toBeGreaterThan(0)
  await head.click()
  await expect(page).toHaveURL(/sort=/)
  expect(await scrolled(), 'sorting keeps the place on the page').toBe(before)
  const map = page.getByRole('region', { name: 'Usage by hour and day' })
  await expect(map.getByRole('row'), 'the hours, and seven days').toHaveCount(8)
  await map.getByRole('gridcell').last().focus()
  await page.keyboard.press('Home')
  await expect(map).toContainText(/12:00\s?AM|00:00/)
  await page.keyboard.press('ArrowRight')
  await expect(map.locator(':focus')).toHaveAttribute('data-place', /^\d+ 1$/)
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 720, height: 1000 })
  await expect(page.locator('.recharts-surface').first()).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Usage by time' }).getByRole('row').last()).toHaveCSS(
    'position',
    'static',
  )
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 1280, height: 720 })

  // A tooltip at the right end of the chart does not widen the page when it becomes narrower.
  const surface = page.locator('.recharts-surface').first()
  const { width = 0, height = 0 } = (await surface.boundingBox()) ?? {}
  await surface.hover({ position: { x: width * 0.9, y: height / 2 } })
  await expect(page.locator('.recharts-tooltip-wrapper').first()).toBeVisible()
  await page.setViewportSize({ width: 320, height: 720 })
  const scrolls = () => document.documentElement.scrollWidth > window.innerWidth
  await expect.poll(() => page.evaluate(scrolls)).toBe(false)
  const change = page.locator('.recharts-reference-line line').first()
  const tooltip = page.locator('.recharts-tooltip-wrapper').first()
  // The chart is drawn again some time after the window has become narrower.
  await expect(async () => {
    const x = Number(await change.getAttribute('x1'))
    await surface.hover({ position: { x, y: 60 }, timeout: 1000 })
    await expect(tooltip).toContainText('limit from none to', { timeout: 1000 })
  }).toPass()
  const box = await tooltip.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0), 'the tooltip fits on a phone').toBeLessThan(320)
  await page.setViewportSize({ width: 1280, height: 720 })

  await page
    .getByRole('navigation', { name: 'Breadcrumb' })
    .getByRole('link', { name: 'Limits' })
    .click()
  await expect(page.getByRole('grid', { name: 'Limits' })).toBeVisible()
})

test('the page of a limit per tenant shows who uses most; phones get cards @long', async ({
  page,
  open,
  workspace,
  api,
  request,
}) => {
  await api.update(workspace.id, {
    limits: { apiRequestsPerTenantPerHour: { unit: 'number', value: 2 } },
  })
  const tenants = page.getByRole('region', { name: 'Busiest tenants' })
  const path = '**/api/org-workspaces/*/usage/tenants*'
  await page.route(path, (route) => route.fulfill({ status: 403 }))
  await open('/limits/apiRequestsPerTenantPerHour')
  await expect(tenants.getByRole('alert')).toBeVisible()
  await page.unroute(path)
  await tenants.getByRole('button', { name: 'Try again' }).click()
  await expect(tenants).toContainText('No tenant has made a request since')

  for (const [tenantKey, requests] of [
    ['quiet', 1],
    ['busy', 3],
  ] as const) {
    const token = await api.newToken(workspace.id, { tenantKey, name: `The ${tenantKey}` })
    for (let sent = 0; sent < requests; sent += 1) await statusWith(request, token)
  }
  await page.reload()
  const grid = tenants.getByRole('grid', { name: 'Busiest tenants' })
  await expect(grid.getByRole('row')).toHaveText([
    /^Name.*Key.*Peak.*Accepted.*Refused/,
    'The busybusy221',
    'The quietquiet110',
  ])
  await expectAccessible(page)
  await page.getByText('24 hours', { exact: true }).click()
  await expect(grid).toContainText('The busy')
  await grid.getByRole('button', { name: 'Accepted' }).click()
  await expect(grid.getByRole('row').nth(1)).toContainText('The quiet')
  await expect(page).toHaveURL(/tenants=used/)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(grid.getByRole('row').nth(1)).toContainText('The quiet')
  await expectAccessible(page)
})

test('a slow or failed response leaves no usage of another span and no part out @long', async ({
  page,
}) => {
  const week = '**/usage?span=week*'
  await page.route(week, (route) => route.fulfill({ status: 400 }))
  await openDemo(page, '/limits/apiRequestsPerTenantPerHour?span=day')
  const map = page.getByRole('region', { name: 'Usage by hour and day' })
  await expect(map.getByRole('alert')).toBeVisible()
  await page.unroute(week)
  await map.getByRole('button', { name: 'Try again' }).click()
  await expect(map.getByRole('grid')).toBeVisible()

  const chart = page.getByRole('region', { name: 'Usage over time' })
  const tenants = page.getByRole('grid', { name: 'Busiest tenants' })
  await expect(chart).toBeVisible()
  await expect(tenants).toBeVisible()
  const table = page.getByRole('grid', { name: 'Usage by time' })
  await page.getByText('As a table').click()
  await expect(table).toBeVisible()
  const letGo = await holdRequests(page, /span=month/)
  await page.getByRole('radiogroup', { name: 'Span' }).getByText('30 days').click()
  await expect(page.getByRole('radio', { name: '30 days' })).toBeChecked()
  await expect(chart).toBeHidden()
  await expect(tenants).toBeHidden()
  await letGo()
  await expect(chart).toBeVisible()
  await expect(table, 'it stays open').toBeVisible()
  await expect(tenants).toBeVisible()
})
