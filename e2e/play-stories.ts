import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility'

const presenterOf = (page: Page) => page.getByRole('region', { name: 'Presenter' })
const presentedOn = (page: Page) => page.locator('[data-presented]')
const press = (page: Page, name: string) =>
  presenterOf(page).getByRole('button', { name, exact: true }).click()

async function expectStep(page: Page, name: string): Promise<void> {
  await expect(presenterOf(page).getByRole('heading', { level: 2 })).toContainText(name)
}

/** Goes on with the keyboard: Next has the focus, also beside a dialog. */
async function goOn(page: Page): Promise<void> {
  await expect(presenterOf(page).getByRole('button', { name: 'Next' })).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Performs a step with the keyboard: its button is before Next. */
async function perform(page: Page, name: string): Promise<void> {
  const button = presenterOf(page).getByRole('button', { name, exact: true })
  await expect(button).toBeVisible()
  await page.keyboard.press('Shift+Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Starts the story of the limit on the sign-in page, and plays it to its end. */
export async function playLimitStory(page: Page): Promise<void> {
  const [presenter, presented] = [presenterOf(page), presentedOn(page)]
  await page.getByRole('button', { name: 'A limit that protects' }).click()
  await expectStep(page, 'The overview')
  await expect(presenter).toBeFocused()
  await expect(presented).toHaveAttribute('aria-label', 'Now')
  const next = presenter.getByRole('button', { name: 'Next' })
  await page.keyboard.press('Tab')
  await expect(next).toBeFocused()
  // A laptop at 150 %.
  await page.setViewportSize({ width: 853, height: 480 })
  await page.keyboard.press('Enter')
  await expect(presented).toContainText('apiRequestsPerSecond')
  await expect(presented, 'its row is scrolled to in the grid too').toBeInViewport({ ratio: 1 })
  await expect(next, 'Enter goes on with the story').toBeFocused()
  const perform = presenter.getByRole('button', { name: 'Lower it to 5' })
  await perform.press('Enter')
  await expect(perform).toBeHidden()
  await expect(next, 'where the button was that is done with').toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await next.press('Enter')
  await expect(presented).toContainText('Send traffic')
  await expect
    .poll(async () => {
      const [panel, pointed] = [await presenter.boundingBox(), await presented.boundingBox()]
      return panel !== null && pointed !== null && pointed.y >= panel.y + panel.height
    }, 'on a phone, the panel does not cover what it points at')
    .toBe(true)
  await page.setViewportSize({ width: 1280, height: 720 })
  await press(page, 'Send the traffic')
  await press(page, 'Next')
  await expectStep(page, 'See it in the chart')
  await expect(presented).toHaveAttribute('aria-label', 'Usage over time')
  await press(page, 'Next')
  await expect(presented).toContainText('critical')
  await expectAccessible(page)

  // Paused, the page has the whole width; the story resumes where it was, also after a reload.
  await press(page, 'Pause')
  await expect(presenter).toContainText('paused at step 5 of 8')
  await expect(presented).toHaveCount(0)
  await page.reload()
  await press(page, 'Resume')
  await press(page, 'Next')
  await expect(presented).toContainText('alert.created')
  await press(page, 'Next')
  await expect(page.getByRole('log', { name: 'Outbox' })).toBeInViewport()
  await press(page, 'Open the e-mail')
  // A warning may have been sent before it.
  const text = presented.getByText('Workspace: Larkfield Production').first()
  await expect(text).toBeInViewport({ ratio: 1 })
  await press(page, 'Next')
  await press(page, 'Set it back to 120')
  await expect(presented).toContainText('120')
  await press(page, 'Finish')
  await expect(presenter).toBeHidden()
}

/** Starts the story of the ticket in the palette, plays it to its end, and resets the demo. */
export async function playSupportStory(page: Page): Promise<void> {
  const [presenter, presented] = [presenterOf(page), presentedOn(page)]
  await page.keyboard.press('Control+K')
  await page.getByRole('textbox', { name: 'Go to' }).fill('ticket')
  await page.getByRole('button', { name: 'Present: A ticket with sixty keys' }).click()
  await press(page, 'Paste the list')
  await expect(page.getByRole('dialog')).toContainText('60 in the list')
  await goOn(page)
  await perform(page, 'Check the list')
  await goOn(page)
  await perform(page, 'Archive the others')
  await expect(page.getByRole('dialog')).toContainText('59 archived')
  await expect(page.getByRole('dialog')).toContainText('acme-warehuose')
  await goOn(page)
  await perform(page, 'Close the result')
  await goOn(page)
  await expect(presented).toContainText('archived the app')
  await presenter.getByLabel('Step').selectOption({ label: '6 of 6: Undo it' })
  await press(page, 'Undo the archive')
  await expect(page.getByText('59 apps restored')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await press(page, 'Reset demo')
  await expect(page.getByText('Demo reset', { exact: true })).toBeVisible({ timeout: 45_000 })
  await expectStep(page, 'The ticket')
  await presenter.getByLabel('Step').selectOption({ label: '6 of 6: Undo it' })
  const undo = presenter.getByRole('button', { name: 'Undo the archive' })
  await expect(undo, 'after a reset, every step can be performed again').toBeVisible()
  await press(page, 'Leave the story')
  await expect(presenter).toBeHidden()
}
