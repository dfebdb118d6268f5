import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'

/** The bar that is shown while there are unsaved changes. */
export const unsavedChanges = (page: Page): Locator =>
  page.getByRole('region', { name: 'Unsaved changes' })

/** The toast that contains a text. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('alert').filter({ hasText: text })

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

/** Chooses an item of a menu of the page. */
export async function chooseFromMenu(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Returns the file that an item of a menu downloads. */
export async function downloadFromMenu(
  page: Page,
  menu: string,
  item: string,
): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    chooseFromMenu(page, menu, item),
  ])
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'utf8'),
  }
}

/** Signs in with a token, on the sign-in page or in the dialog that asks for it. */
export async function signInWithToken(place: Page | Locator, token: string): Promise<void> {
  await place.getByRole('textbox', { name: 'Access token' }).fill(token)
  await place.getByRole('button', { name: 'Sign in with the token' }).click()
}

/** Signs in on the sign-in page with the key and the secret of a workspace. */
export async function signInWithSecret(
  page: Page,
  { key, secret }: { key: string; secret: string },
): Promise<void> {
  await page.getByRole('tab', { name: 'Workspace key and secret' }).click()
  await page.getByRole('textbox', { name: 'Workspace key' }).fill(key)
  await page.getByRole('textbox', { name: 'Workspace secret' }).fill(secret)
  await page.getByRole('button', { name: 'Sign in with the secret' }).click()
}

/** Signs out by the account menu. */
export const signOut = (page: Page) => chooseFromMenu(page, 'Account and appearance', 'Sign out')

/** Toggles a switch by clicking its label, because the input itself is visually hidden. */
export async function toggleSwitch(page: Page, name: string): Promise<void> {
  const box = page.getByRole('switch', { name })
  const was = await box.isChecked()
  await page.getByText(name, { exact: true }).click()
  await expect(box).toBeChecked({ checked: !was })
}

/** The columns of the limits grid, in order. */
const limitColumns = [
  'Limit',
  'Unit',
  'Default',
  'Workspace value',
  'Operator',
  'Effective',
  'In use',
] as const

/** Finds the cell of a limit by the limit's name in the specification. */
export function cellOf(
  page: Page,
  limit: string,
  column: (typeof limitColumns)[number] = 'Workspace value',
): Locator {
  return page
    .getByRole('grid', { name: 'Limits' })
    .getByRole('row', { name: new RegExp(`${limit}\\b`) })
    .getByRole('gridcell')
    .nth(limitColumns.indexOf(column))
}

/** Goes to the editor of the user fields, which is loaded when it comes near. */
export async function userFieldsSchema(page: Page): Promise<Locator> {
  await page.getByRole('heading', { name: 'User fields' }).scrollIntoViewIfNeeded()
  return page.getByRole('textbox', { name: 'User fields schema' })
}

/**
 * Begins to listen as a screen reader does: to what changes in live regions that are there already.
 * Returns a function that lists the texts of those regions after each change, and starts over.
 */
export async function listenToPage(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const texts: string[] = []
    const selector = '[aria-live], [role="status"], [role="alert"]'
    new MutationObserver((changes) => {
      const regions = changes.map(({ target }) =>
        (target instanceof Element ? target : target.parentElement)?.closest(selector),
      )
      for (const region of new Set(regions))
        if (region instanceof HTMLElement && region.ariaLive !== 'off') texts.push(region.innerText)
    }).observe(document, { subtree: true, childList: true, characterData: true })
    return texts
  })
  return () => heard.evaluate((texts) => texts.splice(0))
}

/** Expects that the unsaved-changes bar does not cover an element. */
export async function expectAboveSaveBar(page: Page, element: Locator): Promise<void> {
  const bar = unsavedChanges(page)
  await expect(bar).toBeInViewport()
  await expect(element).toBeInViewport()
  await expect
    .poll(async () => {
      const [upper, lower] = await Promise.all([element.boundingBox(), bar.boundingBox()])
      return upper !== null && lower !== null && upper.y + upper.height <= lower.y
    })
    .toBe(true)
}
