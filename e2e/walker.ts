import type { BrowserContext, Page, Route } from '@playwright/test'
import { z } from 'zod'
import { expectAccessible } from './accessibility'
import { listControls, view, watchLeaving, type Control, type View } from './walker-sight'

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
  '٣',
  'a',
  'Ärger & <b>',
  '{"type":"object","properties":{"a":{"enum":[1,1]}}}',
  '{"$ref":"#"}',
  'https://hooks.example/x',
  'javascript:alert(1)',
  '👩‍👩‍👧 שלום',
  'x'.repeat(300),
  ' ',
  '',
]

/** What is on the clipboard of somebody who copies from everywhere. */
const clippings = [
  '1\t2\t3\n4\t5\t6',
  '5\r\n\r\nmany\r\n',
  'API requests per second\t7',
  'name,value\nunknown,1\n"broken',
  'github, slack\n  Notion ;;\n\n',
  '-----BEGIN PUBLIC KEY-----\nMIIBIjANBg\n-----END PUBLIC KEY-----',
  '{"keys":[{}]}',
  'a: &a [*a]\nb: 1',
  'eyJhbGciOiJub25lIn0.e30.',
  'line\n'.repeat(2000),
]

const navigationKeys = 'Escape Enter Tab Shift+Tab Space Home End PageDown ArrowDown ArrowRight'
const editingKeys = 'Delete Backspace F2 Control+k Control+a Control+z Control+Shift+z Control+s ?'
const clipboardKeys = 'Shift+ArrowDown Control+c Control+x Control+v Control+Enter 7 a'
const keys = `${navigationKeys} ${editingKeys} ${clipboardKeys}`.split(' ')

/** Of a screen, of half of one, of a tablet, and of a page at 400 % or a phone. */
const windows = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
  { width: 320, height: 256 },
]

/** What people and their chat programs make of an address. */
const queries = [
  '?q=%E0%A4%A',
  '?sort=none&search=',
  '?search=%22%5B1%5D%22',
  '?tab=0&id=null',
  '?',
]

type Role = 'admin' | 'operator' | 'reader'

/** Signs in to the demo in a tab without a session. */
export async function signInAs(page: Page, role: Role): Promise<void> {
  await page.goto('/sign-in')
  await page.getByRole('button', { name: `Sign in as ${role}` }).click()
  await page.getByRole('button', { name: 'Account and appearance' }).waitFor()
}

/** What happens to the requests of the API. */
type Network = 'fine' | 'lost' | 'slow' | 'failing' | 'without answers'

/** A user who does anything at all, and notes what no user should see. */
export class Walker {
  readonly steps: string[] = []
  private readonly problems: string[] = []
  private readonly random: () => number
  private network: Network = 'fine'
  private networkChangedAt = Number.NEGATIVE_INFINITY
  private wasAsked = false
  /** After how many steps it last went back to a page that may be of another user. */
  private wentBackAt = Number.NEGATIVE_INFINITY
  private lasting = { text: '', since: 0 }
  /** When a change was last acknowledged: what was unsaved before it need not be any more. */
  private savedAt = Number.NEGATIVE_INFINITY
  private readonly context: BrowserContext

  /** What it does, and how often in 100 steps. */
  private readonly acts: readonly (readonly [often: number, act: () => Promise<string>])[] = [
    [37, () => this.click()],
    [5, () => this.clickTwice()],
    [3, () => this.clickHolding()],
    [3, () => this.clickInHaste()],
    [5, () => this.drag()],
    [11, () => this.press(this.pick(keys) ?? 'Escape')],
    [5, () => this.press('Control+z')],
    [2, () => this.pressTwice()],
    [4, () => this.useKeyboard()],
    [5, () => this.paste()],
    [4, () => this.goBack()],
    [1, () => this.goForward()],
    [2, () => this.reload()],
    [1, () => this.changeAddress()],
    [3, () => this.changeNetwork()],
    [3, () => this.changeWindow()],
    [2, () => this.scroll()],
    [3, () => this.changeTab()],
    [1, () => this.signOutAndIn()],
  ]

  constructor(
    private page: Page,
    seed: number,
  ) {
    this.random = randomNumbers(seed)
    this.context = page.context()
    void watchLeaving(this.context)
    // React reports an error that it recovered from as the cause of another.
    void this.context.addInitScript(() =>
      window.addEventListener('error', ({ error }) => {
        if (error instanceof Error && error.cause !== undefined)
          console.error('Caused by', error.cause instanceof Error ? error.cause.stack : error.cause)
      }),
    )
    this.watch(page)
    this.context.on('page', (tab) => this.watch(tab))
  }

  /** Takes a step and throws if anything is wrong after it. */
  async step(): Promise<void> {
    const { page } = this
    const before = await view(page)
    this.wasAsked = before.isAsking
    const name = await this.act()
    this.steps.push(`${before.path}: ${name}`)
    await this.expectSound(page === this.page ? before : undefined, name)
    if (this.steps.length % 25 === 0 && this.isFine() && !(await this.hasChosenColors()))
      await expectAccessible(this.page)
  }

  private watch(page: Page): void {
    page.on('pageerror', (error) => this.problems.push(`uncaught: ${error.stack ?? error.message}`))
    page.on('crash', () => this.problems.push('the page crashed'))
    page.on('console', (message) => {
      if (message.type() !== 'error' || expectedErrors.test(message.text())) return
      if (!this.isFine() && message.text().startsWith('ApiError')) return
      const mayBeOther = this.steps.length - this.wentBackAt < 4
      if (mayBeOther && message.text().includes('that this token can see')) return
      this.problems.push(`console: ${message.text()}`)
    })
    page.on('response', (response) => {
      if (response.ok() && response.request().method() === 'PATCH') this.savedAt = Date.now()
      if (response.status() >= 500 && this.isFine())
        this.problems.push(
          `${response.status()} from ${response.request().method()} ${response.url()}`,
        )
    })
    page.on('dialog', (dialog) => {
      this.wasAsked = true
      // The page may be gone.
      void dialog.accept().catch(() => {})
    })
    page.on('filechooser', (chooser) => {
      const text = clippings[this.steps.length % clippings.length] ?? ''
      const file = { name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      void chooser.setFiles(file).catch(() => {})
    })
  }

  /** Whether requests are answered, and have been for a moment. */
  private isFine(): boolean {
    return this.network === 'fine' && Date.now() - this.networkChangedAt > 5000
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

  private act(): Promise<string> {
    if (this.network !== 'fine' && this.random() < 0.2) return this.changeNetwork()
    let left = this.random() * this.acts.reduce((sum, [often]) => sum + often, 0)
    for (const [often, act] of this.acts) {
      left -= often
      if (left < 0) return act()
    }
    return this.click()
  }

  /** Something in the window, which the user then knows to have been asked about. */
  private async pickControl(
    isWanted: (control: Control) => boolean = () => true,
  ): Promise<Control | undefined> {
    const control = this.pick((await listControls(this.page)).filter(isWanted))
    if (/discard|leave|reload|start over|sign out/i.test(control?.label ?? '')) this.wasAsked = true
    return control
  }

  private async click(): Promise<string> {
    const control = await this.pickControl()
    if (control === undefined) return this.press('Escape')
    await this.page.mouse.click(control.x, control.y)
    if (!control.isTyped) return `click '${control.label}'`
    const text = this.pick(texts) ?? ''
    await this.page.keyboard.press('Control+a')
    if (this.random() < 0.3) await this.page.keyboard.type(text.slice(0, 60))
    else await this.page.keyboard.insertText(text)
    return `type '${text.slice(0, 60)}' into '${control.label}'`
  }

  private async clickTwice(): Promise<string> {
    const control = await this.pickControl()
    if (control === undefined) return this.press('Enter')
    await this.page.mouse.dblclick(control.x, control.y)
    return `double-click '${control.label}'`
  }

  /** With a key or the middle button, which open links in another tab. */
  private async clickHolding(): Promise<string> {
    const control = await this.pickControl()
    if (control === undefined) return this.press('Escape')
    const modifier = this.pick(['Shift', 'Control', 'Alt', 'Middle'] as const) ?? 'Shift'
    // The browser saves what a link with Alt leads to.
    if (modifier === 'Middle' || (modifier === 'Alt' && control.isLink)) {
      await this.page.mouse.click(control.x, control.y, { button: 'middle' })
      return `middle-click '${control.label}'`
    }
    await this.page.keyboard.down(modifier)
    await this.page.mouse.click(control.x, control.y)
    await this.page.keyboard.up(modifier)
    return `${modifier}-click '${control.label}'`
  }

  /** Does not wait for what a click leads to. */
  private async clickInHaste(): Promise<string> {
    const [first, second] = [await this.pickControl(), await this.pickControl()]
    if (first === undefined || second === undefined) return this.press('Escape')
    const key = this.pick(['Escape', 'Enter', 'Tab', 'Control+s', '8']) ?? 'Escape'
    await Promise.all([
      this.page.mouse.click(first.x, first.y),
      this.page.mouse.click(second.x, second.y),
      this.page.keyboard.press(key),
    ])
    return `click '${first.label}', at once '${second.label}' and press ${key}`
  }

  private async drag(): Promise<string> {
    const [from, to] = [await this.pickControl(), await this.pickControl()]
    if (from === undefined || to === undefined) return this.press('Escape')
    await this.page.mouse.move(from.x, from.y)
    await this.page.mouse.down()
    await this.page.mouse.move(to.x, to.y, { steps: 3 })
    await this.page.mouse.up()
    return `drag from '${from.label}' to '${to.label}'`
  }

  private async press(key: string): Promise<string> {
    await this.page.keyboard.press(key)
    return `press ${key}`
  }

  private async pressTwice(): Promise<string> {
    const key = this.pick(['Enter', 'Escape', 'Space', 'Control+s', 'Control+Enter']) ?? 'Enter'
    await Promise.all([this.page.keyboard.press(key), this.page.keyboard.press(key)])
    return `press ${key} twice`
  }

  /** Goes on with Tab and does something there, whatever it is. */
  private async useKeyboard(): Promise<string> {
    const count = 1 + Math.floor(this.random() * 8)
    const tab = this.random() < 0.8 ? 'Tab' : 'Shift+Tab'
    for (let index = 0; index < count; index += 1) await this.page.keyboard.press(tab)
    const label = await this.page.evaluate(() => {
      const focused = document.activeElement
      return (focused?.ariaLabel ?? focused?.textContent.trim() ?? '').slice(0, 60)
    })
    if (/discard|leave|reload|start over|sign out/i.test(label)) this.wasAsked = true
    const key = this.pick(['Enter', 'Enter', 'Space', 'ArrowDown', 'F2', 'a']) ?? 'Enter'
    await this.page.keyboard.press(key)
    return `press ${tab} ${count} times and ${key} on '${label}'`
  }

  private async paste(): Promise<string> {
    const control = await this.pickControl()
    if (control !== undefined) await this.page.mouse.click(control.x, control.y)
    const text = this.pick(clippings) ?? ''
    // Only a page with the focus may write to the clipboard. Tab can have left it.
    await this.page.bringToFront()
    const isCopied = await this.page.evaluate(
      (copied) =>
        navigator.clipboard.writeText(copied).then(
          () => true,
          () => false,
        ),
      text,
    )
    if (!isCopied) return 'copy nothing, because the focus is outside the page'
    await this.page.keyboard.press('Control+v')
    return `paste ${JSON.stringify(text.slice(0, 40))} into '${control?.label ?? ''}'`
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
    if (!isVisible || (this.network !== 'fine' && !target.sameDocument)) return this.click()
    if (!target.sameDocument) this.wentBackAt = this.steps.length
    await this.page.evaluate(() => history.back())
    return 'go back'
  }

  /** Goes forward where that does not load the console again. */
  private async goForward(): Promise<string> {
    const isPossible = await this.page.evaluate(() => {
      const entry = navigation.entries()[(navigation.currentEntry?.index ?? 0) + 1]
      return entry?.sameDocument === true
    })
    if (!isPossible) return this.click()
    await this.page.evaluate(() => history.forward())
    return 'go forward'
  }

  private async reload(): Promise<string> {
    if (this.network !== 'fine') return this.click()
    await this.page.reload()
    return 'reload'
  }

  private async changeAddress(): Promise<string> {
    if (this.network !== 'fine') return this.click()
    const query = this.pick(queries) ?? ''
    this.wasAsked = true
    const open = () => this.page.goto(`${new URL(this.page.url()).pathname}${query}`)
    // Going back, the step before, can arrive now and take the place of this address.
    await open().catch(open)
    return `change the address to ${query}`
  }

  /** Breaks the network, or repairs it. */
  private async changeNetwork(): Promise<string> {
    const broken = ['lost', 'slow', 'failing', 'without answers'] as const
    const before = this.network
    this.network = before === 'fine' ? (this.pick(broken) ?? 'lost') : 'fine'
    this.networkChangedAt = Date.now()
    if (before === 'lost' || this.network === 'lost')
      await this.context.setOffline(this.network === 'lost')
    else if (before === 'fine') await this.context.route('**/api/**', this.handleBadly)
    else await this.context.unroute('**/api/**', this.handleBadly)
    return `find the network ${this.network}`
  }

  private readonly handleBadly = async (route: Route): Promise<void> => {
    const isRead = route.request().method() === 'GET'
    try {
      if (this.network === 'failing') await route.fulfill({ status: 503, body: 'No server' })
      else if (this.network === 'without answers' && !isRead) {
        await route.fetch()
        await route.abort()
      } else {
        if (this.network === 'slow') await new Promise((resume) => setTimeout(resume, 1500))
        await route.continue()
      }
    } catch {
      // The page is gone.
    }
  }

  private async changeWindow(): Promise<string> {
    const chosen = this.pick(windows)
    if (chosen === undefined) return this.click()
    await this.page.setViewportSize(chosen)
    return `make the window ${chosen.width} wide`
  }

  private async scroll(): Promise<string> {
    const control = await this.pickControl()
    if (control !== undefined) await this.page.mouse.move(control.x, control.y)
    const distance = this.random() < 0.6 ? 700 : -700
    await this.page.mouse.wheel(0, distance)
    return `scroll by ${distance} over '${control?.label ?? ''}'`
  }

  /** Goes on in another tab, a new one if there are few. */
  private async changeTab(): Promise<string> {
    // A tab that was opened without network shows a page of the browser.
    const isOfConsole = (tab: Page) => tab.url().startsWith('http')
    const others = this.context.pages().filter((tab) => tab !== this.page && isOfConsole(tab))
    if (this.network !== 'fine') return this.click()
    if (others.length < 2 && this.random() < 0.5) {
      const address = this.page.url()
      this.page = await this.context.newPage()
      await this.page.goto(address)
      return 'open another tab'
    }
    const tab = this.pick(others)
    if (tab === undefined) return this.click()
    for (const other of others.slice(2)) if (other !== tab) await other.close()
    this.page = tab
    await tab.bringToFront()
    return `go on in another tab at ${new URL(tab.url()).pathname}`
  }

  private async signOutAndIn(): Promise<string> {
    if (this.network !== 'fine') return this.click()
    for (const tab of this.context.pages()) if (tab !== this.page) await tab.close()
    await this.page.evaluate(() => sessionStorage.clear())
    this.wasAsked = true
    const role = this.pick(['admin', 'admin', 'operator', 'reader'] as const) ?? 'admin'
    await signInAs(this.page, role)
    return `sign out and in as ${role}`
  }

  private async expectSound(before: View | undefined, step: string): Promise<void> {
    const { page } = this
    await page.waitForFunction(
      () => (document.querySelector('#root')?.textContent ?? '').length > 20,
      undefined,
      { timeout: 15_000 },
    )
    if (before !== undefined) await this.expectNothingLost(before, step)
    let after = await view(page)
    if (after.nonsense !== '') this.problems.push(`shown: ${after.nonsense.slice(0, 200)}`)
    if (after.overflow !== '') {
      await page.waitForTimeout(700)
      after = await view(page)
      if (after.overflow !== '') this.problems.push(`${after.overflow} at ${after.path}`)
    }
    this.expectNotLasting(after)
    if (this.problems.length > 0) throw new Error(this.problems.join('\n'))
  }

  private async expectNothingLost(before: View, step: string): Promise<void> {
    // The user has agreed to leave, and the page is about to be replaced.
    if (before.mismatch !== '') return
    const isLost = async () => {
      const after = await view(this.page)
      if (before.unsaved === '' || after.path === before.path || after.isAsking) return false
      // A step in haste can take back the changes before it leaves the page.
      return after.leftUnsaved !== ''
    }
    const wasSaved = Date.now() - this.savedAt < 3000
    // The address of a blocked navigation is there for a moment.
    if (!this.wasAsked && !wasSaved && (await isLost())) {
      await this.page.waitForTimeout(500)
      if (await isLost()) this.problems.push(`${before.unsaved} disappeared without a question`)
    }
    if (step === 'reload' && before.unsaved !== '' && !before.isAsking)
      await this.page.getByText(before.unsaved).waitFor({ timeout: 10_000 })
  }

  /**
   * Notes a page that stays under the address of another, or keeps loading, without waiting for
   * each page.
   */
  private expectNotLasting({ mismatch, loading }: View): void {
    const text = mismatch === '' && this.isFine() ? loading : mismatch
    if (text !== this.lasting.text) this.lasting = { text, since: Date.now() }
    const seconds = text === mismatch ? 10 : 20
    if (text !== '' && Date.now() - this.lasting.since > seconds * 1000) this.problems.push(text)
  }
}
