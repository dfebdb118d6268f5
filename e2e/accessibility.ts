import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type Axe from 'axe-core'
import { unsavedChanges } from './vocabulary'

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
