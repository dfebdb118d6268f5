import { expect, openDemo, test } from './fixtures'
import { expectAccessible } from './vocabulary'

test('everything with a name is reached by keyboard alone', async ({ page, open }) => {
  await open('')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const search = page.getByRole('textbox', { name: 'Go to' })
  const goTo = async (text: string) => {
    await page.keyboard.press('Control+k')
    await search.fill(text)
    await page.keyboard.press('Enter')
  }
  await goTo('Deliveries')
  await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible()
  await goTo('apiRequestsPerHour')
  await expect(page.getByRole('heading', { level: 1, name: 'Limits' })).toBeVisible()
  await expect(page).toHaveURL(/focus=apiRequestsPerHour/)
  await goTo('disableSecretKeyAuth')
  await expect(
    page.getByRole('switch', { name: 'Refuse tokens signed with the workspace secret' }),
  ).toBeInViewport()
})

test('connectors and apps are found by name, slips forgiven', async ({ page }) => {
  await openDemo(page, '')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Go to' }).fill('salesfroce')
  const found = page.getByRole('button', { name: /^Salesforce.*salesforce/ })
  await expect(found.first()).toBeVisible()
  await expectAccessible(page)
  await found.first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Salesforce' })).toBeVisible()
})

test('the keys are told at a question mark', async ({ page, open }) => {
  await open('')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Fill down')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeHidden()
})
