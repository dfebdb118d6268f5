import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { expect, openDemo, test } from './fixtures'
import { holdRequests } from './hold-requests'

/** Opens what the palette finds first. */
async function goTo(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Go to' }).fill(text)
  await page.keyboard.press('Enter')
}

test('a user reaches pages, limits and workspaces by keyboard alone', async ({ page, open }) => {
  await open('')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await goTo(page, 'Deliveries')
  await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible()
  await goTo(page, 'apiRequestsPerHour')
  await expect(page.getByRole('heading', { level: 1, name: 'Limits' })).toBeVisible()
  await expect(page).toHaveURL(/focus=apiRequestsPerHour/)
  await goTo(page, 'disableSecretKeyAuth')
  await expect(
    page.getByRole('switch', { name: 'Refuse tokens signed with the workspace secret' }),
  ).toBeInViewport()
})

test('a user finds connectors and apps by name, despite typos @long', async ({ page }) => {
  await openDemo(page, '')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('button', { name: 'Overview' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Go to' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('dialog').getByRole('status')).toHaveText('Overview')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Go to' }).fill('salesfroce')
  const found = page.getByRole('button', { name: /^Salesforce.*salesforce/ })
  await expect(found.first()).toBeVisible()
  const announced = page.getByRole('dialog', { name: 'Go to' }).getByRole('status')
  await expect(announced, 'it is selected though it arrived late').toHaveText(/^Salesforce/)
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Go to' }).fill('no such record')
  await expect(announced).toHaveText('No results')
  await page.getByRole('textbox', { name: 'Go to' }).fill('salesfroce')
  await expect(announced).toHaveText(/^Salesforce/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Salesforce' })).toBeVisible()
})

for (const { what, keys, content } of [
  { what: 'Go to', keys: { key: 'k', code: 'KeyK', ctrlKey: true }, content: 'Deliveries' },
  {
    what: 'Keyboard shortcuts',
    keys: { key: '?', code: 'Slash', shiftKey: true },
    content: 'Fill down',
  },
])
  test(`${what} opens for who presses its keys as soon as the page is there`, async ({ page }) => {
    await page.addInitScript((pressed) => {
      const change = new MutationObserver(() => {
        if (document.querySelector('#root h1') === null) return
        change.disconnect()
        document.body.dispatchEvent(new KeyboardEvent('keydown', { ...pressed, bubbles: true }))
      })
      change.observe(document, { childList: true, subtree: true })
    }, keys)
    await openDemo(page, '')
    const dialog = page.getByRole('dialog', { name: what })
    await expect(dialog).toContainText(content)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

test('a user runs actions from the palette and switches workspaces on a page @long', async ({
  page,
  open,
  api,
  admin,
  workspace,
}) => {
  const other = await api.newWorkspace(`${workspace.name} other`)
  await admin.send('POST', '/alerts/test', {})
  await open('/limits', 'operator')
  await expect(page.getByRole('grid')).toBeVisible()
  await page.keyboard.press('Control+k')
  const actions = page.getByRole('dialog').getByRole('button')
  await expect(actions.first(), 'as far in as the headings').not.toHaveCSS('padding-left', '0px')
  await page.keyboard.press('Escape')
  await goTo(page, 'Use dark colors')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  const download = page.waitForEvent('download')
  await goTo(page, 'Export limits')
  expect((await download).suggestedFilename()).toBe('limits.json')

  await goTo(page, 'Raised alerts')
  const alerts = page.getByRole('grid', { name: 'Raised alerts' })
  await expect(alerts).toContainText('Test alert')
  const letGo = await holdRequests(page, '**/api/alerts?*')
  await page.getByRole('button', { name: /^Workspace: / }).click()
  await page.getByRole('textbox', { name: 'Find a workspace' }).fill(other.name)
  await page.getByRole('option', { name: other.name }).click()
  await expect(page).toHaveURL(`/w/${other.id}/raised-alerts`)
  await expect(alerts, 'while those of the other workspace are read').toBeHidden()
  await letGo()
  await expect(page.getByText('No alerts yet')).toBeVisible()

  await goTo(page, 'Rotate the webhook secret')
  await expect(page.getByRole('heading', { name: 'Settings', exact: true })).toBeVisible()
  await goTo(page, 'Sign out')
  await expect(page.getByRole('button', { name: 'Sign in with the token' })).toBeVisible()
})

test('the keys that print are left to the browser', async ({ page, open }) => {
  await open('')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() =>
    addEventListener('keydown', ({ key, defaultPrevented }) => {
      document.body.dataset[`prevents${key.toUpperCase()}`] = String(defaultPrevented)
    }),
  )
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+p')
  await expect(page.locator('body')).toHaveAttribute('data-prevents-k', 'true')
  await expect(page.locator('body')).toHaveAttribute('data-prevents-p', 'false')
})
