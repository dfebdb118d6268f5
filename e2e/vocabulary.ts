import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/** Opens the review of what is unsaved, and saves it. */
export async function reviewAndSave(
  page: Page,
  { isProduction = false, cutsDeep = false } = {},
): Promise<void> {
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: /^Review/ })
  if (isProduction) await expect(review).toContainText('production workspace')
  if (cutsDeep) await review.getByText('I understand, apply anyway').click()
  await review.getByRole('button', { name: /^Save/ }).click()
  await expect(review).toBeHidden()
}

/** Turns a switch by its label, as a person would: the box itself is drawn, and has no size of its own. */
export async function turn(page: Page, name: string): Promise<void> {
  const box = page.getByRole('switch', { name })
  const was = await box.isChecked()
  await page.getByText(name, { exact: true }).click()
  await expect(box).toBeChecked({ checked: !was })
}

/** Something ends where the bar of unsaved changes begins, or above. */
export async function expectAboveTheSaveBar(page: Page, something: Locator): Promise<void> {
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toBeInViewport()
  await expect(something).toBeInViewport()
  await expect
    .poll(async () => {
      const [upper, lower] = await Promise.all([something.boundingBox(), bar.boundingBox()])
      return upper !== null && lower !== null && upper.y + upper.height <= lower.y
    })
    .toBe(true)
}

/** Nothing that a checker of WCAG 2.2 AA can find is wrong with the page; what is a matter of colour is looked at in both colour schemes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    const checker = new AxeBuilder({ page })
    const { violations } = await (
      scheme === 'light'
        ? checker.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        : checker.withRules(['color-contrast', 'link-in-text-block'])
    ).analyze()
    expect(
      violations.map(
        ({ id, nodes }) =>
          `${scheme} ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary ?? ''}`).join(' | ')}`,
      ),
    ).toEqual([])
  }
}
