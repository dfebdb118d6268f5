import type { Page } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './vocabulary'

/** What the console logs for requests that fail, and offline for parts that are not loaded yet. */
const expectedErrors = /Failed to (load|fetch)|Unable to preload|could not be loaded/

/** What is kept of a sign-in: operators have no workspace of their own. */
const sessionSchema = z.object({ workspaceId: z.string().optional() })

/** Numbers below 1 that are the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const texts = [
  '5',
  '0',
  '-1',
  '1e9',
  '2 h',
  'Ärger & <b>',
  '{"type":"object","properties":{"a":{"enum":[1,1]}}}',
  'https://hooks.example/x',
  'x'.repeat(300),
  '',
]

const navigationKeys = 'Escape Enter Tab ArrowDown ArrowRight Shift+ArrowDown'
const editingKeys = 'Delete F2 Control+k Control+a Control+z ?'
const keys = `${navigationKeys} ${editingKeys}`.split(' ')

interface Control {
  label: string
  isTyped: boolean
  x: number
  y: number
}

/** Lists what a user can click in the window, without what leads to another site. */
function listControls(page: Page): Promise<Control[]> {
  return page.evaluate(() => {
    const found: Control[] = []
    const selector =
      'button, a[href], input, textarea, [contenteditable=true],' +
      '[role=gridcell], [role=option], [role=switch], [role=tab], [role=menuitem]'
    for (const element of document.querySelectorAll<HTMLElement>(selector)) {
      if (!element.checkVisibility() || element.matches('[type=file], :disabled')) continue
      if (element instanceof HTMLAnchorElement) {
        if (element.target !== '' || element.hasAttribute('download')) continue
        if (element.origin !== location.origin || element.pathname.startsWith('/api')) continue
      }
      const box = element.getBoundingClientRect()
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
      const top = document.elementFromPoint(x, y)
      if (top === null || !(element.contains(top) || top.contains(element))) continue
      const text = element.ariaLabel ?? element.textContent.trim()
      const named = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : text
      const isTyped =
        element.matches('textarea, [contenteditable=true]') ||
        (element instanceof HTMLInputElement && /^(text|search|url|number|)$/.test(element.type))
      found.push({ label: (named ?? text).slice(0, 60), isTyped, x, y })
    }
    return found
  })
}

/** What the walker compares before and after a step. */
interface View {
  path: string
  /** Such as '2 unsaved changes', or empty. */
  unsaved: string
  /** Whether a dialog asks about unsaved changes. */
  isAsking: boolean
  /** Says so if the page that is shown has another address, as for a moment after each click. */
  mismatch: string
}

function view(page: Page): Promise<View> {
  return page.evaluate(() => {
    const bar = document.querySelector('[role=region][aria-label="Unsaved changes"]')
    const heading = [...document.querySelectorAll('h1')].find((each) => each.checkVisibility())
    const title = heading?.textContent ?? ''
    const links = document.querySelectorAll<HTMLAnchorElement>(
      'nav[aria-label="Pages of the workspace"] a',
    )
    const own = [...links].find(({ textContent }) => textContent === title)
    const isOther = own !== undefined && own.pathname !== location.pathname
    return {
      path: location.pathname,
      unsaved: /\d+ unsaved/.exec(bar?.textContent ?? '')?.[0] ?? '',
      isAsking: document.body.textContent.includes('Leave without saving?'),
      mismatch: isOther ? `the page ${title} is shown at ${location.pathname}` : '',
    }
  })
}

/** Signs in to the demo in a tab without a session. */
export async function signInAsAdmin(page: Page): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: 'Sign in as admin' }).click()
  await page.getByRole('button', { name: 'Account and appearance' }).waitFor()
}

/** A user who does anything at all, and notes what no user should see. */
export class Walker {
  readonly steps: string[] = []
  private readonly problems: string[] = []
  private readonly random: () => number
  private isOffline = false
  private wasAsked = false
  /** After how many steps it last went back to a page that may be of another user. */
  private wentBackAt = Number.NEGATIVE_INFINITY
  private mismatch = { text: '', since: 0 }
  /** When a change was last acknowledged: what was unsaved before it need not be any more. */
  private savedAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly page: Page,
    seed: number,
  ) {
    this.random = randomNumbers(seed)
    // React reports an error that it recovered from as the cause of another.
    void page.addInitScript(() =>
      window.addEventListener('error', ({ error }) => {
        if (error instanceof Error && error.cause !== undefined)
          console.error('Caused by', error.cause instanceof Error ? error.cause.stack : error.cause)
      }),
    )
    page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.stack ?? error.message}`))
    page.on('console', (message) => {
      if (message.type() !== 'error' || expectedErrors.test(message.text())) return
      if (this.isOffline && message.text().startsWith('ApiError')) return
      const mayBeOther = this.steps.length - this.wentBackAt < 4
      if (mayBeOther && message.text().includes('that this token can see')) return
      this.problems.push(`console: ${message.text()}`)
    })
    page.on('response', (response) => {
      if (response.ok() && response.request().method() === 'PATCH') this.savedAt = Date.now()
      if (response.status() >= 500)
        this.problems.push(
          `${response.status()} from ${response.request().method()} ${response.url()}`,
        )
    })
    page.on('dialog', (dialog) => {
      this.wasAsked = true
      void dialog.accept()
    })
  }

  /** Takes a step and throws if anything is wrong after it. */
  async step(): Promise<void> {
    const before = await view(this.page)
    this.wasAsked = before.isAsking
    const name = await this.act()
    this.steps.push(`${before.path}: ${name}`)
    await this.expectSound(before, name)
    if (this.steps.length % 25 === 0 && !this.isOffline && !(await this.hasChosenColors()))
      await expectAccessible(this.page)
  }

  /** Whether the user chose light or dark colors, which the page then keeps. */
  private hasChosenColors(): Promise<boolean> {
    return this.page.evaluate(
      () => (localStorage.getItem('mantine-color-scheme-value') ?? 'auto') !== 'auto',
    )
  }

  private pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.random() * items.length)]
  }

  private async act(): Promise<string> {
    const chance = this.random()
    if (this.isOffline && chance < 0.3) return this.setOffline(false)
    if (chance < 0.68) return this.click()
    if (chance < 0.8) return this.press(this.pick(keys) ?? 'Escape')
    if (chance < 0.86) return this.press('Control+z')
    if (chance < 0.91) return this.goBack()
    if (this.isOffline) return this.click()
    if (chance < 0.94) return this.reload()
    if (chance < 0.97) return this.setOffline(true)
    return this.signOutAndIn()
  }

  private async click(): Promise<string> {
    const control = this.pick(await listControls(this.page))
    if (control === undefined) return this.press('Escape')
    await this.page.mouse.click(control.x, control.y)
    if (/discard|leave|reload|start over|sign out/i.test(control.label)) this.wasAsked = true
    if (!control.isTyped) return `click '${control.label}'`
    const text = this.pick(texts) ?? ''
    await this.page.keyboard.press('Control+a')
    await this.page.keyboard.insertText(text)
    return `type '${text.slice(0, 60)}' into '${control.label}'`
  }

  private async press(key: string): Promise<string> {
    await this.page.keyboard.press(key)
    return `press ${key}`
  }

  /**
   * Goes back, but not out of the console, nor to a workspace that only an earlier sign-in may see,
   * as far as the browser tells where back is, nor without network to where it has to load the
   * console again.
   */
  private async goBack(): Promise<string> {
    const target = await this.page.evaluate(() => {
      const { currentEntry } = navigation
      const entry = navigation.entries()[(currentEntry?.index ?? 0) - 1]
      const session = sessionStorage.getItem('signalbox-session') ?? '{}'
      if (entry === undefined) return undefined
      return { url: entry.url ?? '', sameDocument: entry.sameDocument, session }
    })
    if (target === undefined) return this.click()
    const { workspaceId } = sessionSchema.parse(JSON.parse(target.session))
    const other = /\/w\/([^/?#]+)/.exec(target.url)?.[1] ?? workspaceId
    const isVisible = workspaceId === undefined || other === workspaceId
    if (!isVisible || (this.isOffline && !target.sameDocument)) return this.click()
    if (!target.sameDocument) this.wentBackAt = this.steps.length
    await this.page.evaluate(() => history.back())
    return 'go back'
  }

  private async reload(): Promise<string> {
    await this.page.reload()
    return 'reload'
  }

  private async setOffline(isOffline: boolean): Promise<string> {
    this.isOffline = isOffline
    await this.page.context().setOffline(isOffline)
    return isOffline ? 'lose the network' : 'get the network back'
  }

  private async signOutAndIn(): Promise<string> {
    await this.page.evaluate(() => sessionStorage.clear())
    this.wasAsked = true
    await signInAsAdmin(this.page)
    return 'sign out and in'
  }

  private async expectSound(before: View, step: string): Promise<void> {
    await this.page.waitForFunction(
      () => (document.querySelector('#root')?.textContent ?? '').length > 20,
      undefined,
      { timeout: 15_000 },
    )
    const isLost = async () => {
      const after = await view(this.page)
      return before.unsaved !== '' && after.path !== before.path && !after.isAsking
    }
    const wasSaved = Date.now() - this.savedAt < 3000
    // The address of a blocked navigation is there for a moment.
    if (!this.wasAsked && !wasSaved && (await isLost())) {
      await this.page.waitForTimeout(500)
      if (await isLost()) this.problems.push(`${before.unsaved} disappeared without a question`)
    }
    if (step === 'reload' && before.unsaved !== '' && !before.isAsking)
      await this.page.getByText(before.unsaved).waitFor({ timeout: 10_000 })
    await this.expectPageOfAddress()
    if (this.problems.length > 0) throw new Error(this.problems.join('\n'))
  }

  /** Notes a page that stays under the address of another, without waiting for each page. */
  private async expectPageOfAddress(): Promise<void> {
    const { mismatch } = await view(this.page)
    if (mismatch !== this.mismatch.text) this.mismatch = { text: mismatch, since: Date.now() }
    if (mismatch !== '' && Date.now() - this.mismatch.since > 10_000) this.problems.push(mismatch)
  }
}
