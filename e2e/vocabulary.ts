import AxeBuilder from '@axe-core/playwright'
import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Opens the review of the unsaved changes, and saves them.
 * @param isLargeCut whether the review asks to confirm a large cut of a limit
 */
export async function reviewAndSave(
  page: Page,
  { isProduction = false, isLargeCut = false } = {},
): Promise<void> {
  await page.getByRole('button', { name: 'Review and save' }).click()
  const review = page.getByRole('dialog', { name: /^Review/ })
  if (isProduction) await expect(review).toContainText('production workspace')
  if (isLargeCut) await review.getByText('I understand, apply anyway').click()
  await review.getByRole('button', { name: /^Save/ }).click()
  await expect(review).toBeHidden()
}

/** Toggles a switch by clicking its label, because the input itself is visually hidden. */
export async function toggleSwitch(page: Page, name: string): Promise<void> {
  const box = page.getByRole('switch', { name })
  const was = await box.isChecked()
  await page.getByText(name, { exact: true }).click()
  await expect(box).toBeChecked({ checked: !was })
}

/** Expects that the unsaved-changes bar does not cover an element. */
export async function expectAboveSaveBar(page: Page, element: Locator): Promise<void> {
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar).toBeInViewport()
  await expect(element).toBeInViewport()
  await expect
    .poll(async () => {
      const [upper, lower] = await Promise.all([element.boundingBox(), bar.boundingBox()])
      return upper !== null && lower !== null && upper.y + upper.height <= lower.y
    })
    .toBe(true)
}

/** Expects no violation of WCAG 2.2 AA that axe can find; colors are checked in both schemes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    // What passes is not described, and no second page combines frames, since there are none: of a
    // grid with a thousand cells, that takes three times as long as the rules.
    const checker = new AxeBuilder({ page })
      .options({ resultTypes: ['violations'] })
      .setLegacyMode()
    const { violations } = await (
      scheme === 'light'
        ? checker.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        : checker.withRules(['color-contrast', 'link-in-text-block'])
    ).analyze()
    const problems = violations.flatMap(({ id, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) =>
          `${scheme} ${id}: ${target.join(' ')} ${failureSummary ?? ''}`,
      ),
    )
    expect(problems).toEqual([])
  }
}
