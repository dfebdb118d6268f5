import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { expect, type Locator, type Page } from '@playwright/test'
import type Axe from 'axe-core'

/** What axe calculates with colors in. */
interface AxeColor {
  r: number
  g: number
  b: number
  alpha: number
  parseString: (this: AxeColor, text: string) => AxeColor
}

/** In pages that loaded `axeScript`. */
declare const axe: typeof Axe & {
  commons: { color: { Color: { new (): AxeColor; prototype: AxeColor } } }
}

const axeScript = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

/** The bar that is shown while there are unsaved changes. */
export const unsavedChanges = (page: Page): Locator =>
  page.getByRole('region', { name: 'Unsaved changes' })

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

/** Lets axe parse each color once. It would parse those of each text, for a fifth of its time. */
function rememberColors(): void {
  const { Color } = axe.commons.color
  const { parseString } = Color.prototype
  const parsed = new Map<string, AxeColor>()
  Color.prototype.parseString = function (text) {
    const color = parsed.get(text) ?? parseString.call(new Color(), text)
    parsed.set(text, color)
    const { r, g, b, alpha } = color
    return Object.assign(this, { r, g, b, alpha })
  }
}

/**
 * Runs axe's rules on the page, or only on what covers it if that is a dialog. The page keeps axe,
 * since compiling it takes a third of a second. What passes is not described: of a grid with a
 * thousand cells, that takes three times as long as the rules.
 */
async function violations(page: Page, chosen: Axe.RunOptions): Promise<Axe.Result[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(axeScript)
    await page.evaluate(rememberColors)
  }
  const options: Axe.RunOptions = { ...chosen, resultTypes: ['violations'] }
  return page.evaluate(async (given) => {
    const isCovered = document.querySelector('[role="dialog"][aria-modal="true"]') !== null
    return (await axe.run(isCovered ? { exclude: '#root' } : document, given)).violations
  }, options)
}

const rulesOfScheme: Record<'light' | 'dark', Axe.RunOptions> = {
  light: {
    runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
    // People who speak commands say the words that they see. axe calls the rule experimental.
    rules: { 'label-content-name-mismatch': { enabled: true } },
  },
  dark: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
}

/** Whether the rest of a link or button that axe finds too small is covered by something else. */
const isPartlyCovered = ({ any }: Axe.NodeResult) =>
  any.some(({ id, data }) => id === 'target-size' && data?.messageKey === 'partiallyObscured')

/** Whether the page or a part of it is scrolled down. */
const isScrolled = (page: Page) =>
  page.evaluate(() => [...document.querySelectorAll('*')].some(({ scrollTop }) => scrollTop > 0))

/**
 * Expects no violation of WCAG 2.2 AA that axe can find.
 * @param schemes in which colors are checked; the other rules are checked in the light one
 */
export async function expectAccessible(
  page: Page,
  schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
): Promise<void> {
  for (const scheme of schemes) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', scheme)
    const openList = page.getByRole('menu').or(page.getByRole('listbox'))
    const coversPage =
      (await openList.or(unsavedChanges(page)).first().isVisible()) || (await isScrolled(page))
    const problems = (await violations(page, rulesOfScheme[scheme])).flatMap(({ id, nodes }) =>
      nodes
        // An open menu may cover what is below it, and the bar or the head of a table what can be
        // scrolled into view.
        .filter((node) => !coversPage || !isPartlyCovered(node))
        .map(
          ({ target, html, failureSummary }) =>
            `${scheme} ${id}: ${target.join(' ')} ${html} ${failureSummary ?? ''}`,
        ),
    )
    expect(problems).toEqual([])
  }
}
