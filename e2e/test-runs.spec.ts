import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility'
import { expect, openDemo, test } from './fixtures'
import { listen } from './listen'

const panel = (page: Page, name = 'API client') =>
  page.getByRole('group', { name: `Test of ${name}` })
const statusOf = (page: Page) =>
  panel(page).getByRole('group', { name: 'Result' }).getByRole('status')
const block = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true })

/** Opens the test run of a function in the form of a new connector. */
async function openTestRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write API client' }).click()
  const card = page.getByRole('region', { name: 'API client' })
  await card.getByText('JavaScript').click()
  await card.getByRole('button', { name: 'Test run of API client' }).press('Enter')
}

/** Replaces the code, and starts it. */
async function run(page: Page, code: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Code of API client' }).fill(code)
  await panel(page).getByRole('button', { name: 'Run', exact: true }).press('Enter')
}

test('a user runs a draft, and sees its result, output, requests and errors @long', async ({
  page,
  open,
}) => {
  await open('/connectors/new')
  await openTestRun(page)
  await expect(panel(page)).toContainText('without network, credentials or stored data')
  await panel(page).getByRole('button', { name: 'Run', exact: true }).click()
  await expect(block(page, 'Returned value')).toHaveText('{}')
  await expectAccessible(page)
  await run(
    page,
    `export default async function ({ credentials, parameters }) {
  console.log('region', { is: parameters.region })
  const body = new URLSearchParams({ token: credentials.refreshToken })
  const response = await fetch('https://app.example/token', { method: 'POST', body })
  return { status: response.status, ...(await response.json()) }
}`,
  )
  await expect(statusOf(page)).toContainText(/^Returned in .* ms$/)
  await expect(block(page, 'Returned value')).toHaveText('{ "status": 200 }')
  await expect(block(page, 'Console output')).toHaveText('log: region {"is":"example region"}')
  await expect(block(page, 'Requests (not sent)')).toContainText(
    /POST https:\/\/app\.example\/token[^]*token=example-refresh-token/,
  )

  // What is entered stays while the page is open.
  await page
    .getByRole('textbox', { name: 'Response to requests of API client' })
    .fill('{ "status": 99 }')
  await expect(panel(page)).toContainText('Use a status from 200 to 599')
  await expect(panel(page).getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
  await page
    .getByRole('textbox', { name: 'Response to requests of API client' })
    .fill('{ "status": 201, "body": { "id": 7 } }')
  const toggle = page.getByRole('button', { name: 'Test run of API client' })
  await toggle.click()
  await expect(panel(page)).toBeHidden()
  await toggle.click()
  await panel(page).getByRole('button', { name: 'Run', exact: true }).click()
  await expect(block(page, 'Returned value')).toHaveText('{ "status": 201, "id": 7 }')

  await run(page, 'export default function ({ parameters }) {\n  return parameters.a.b.c\n}')
  await expect(statusOf(page)).toContainText(
    /^Failed on line 2 after .* ms: TypeError: Cannot read/,
  )
  await expect(block(page, 'Failed line')).toHaveText('2: return parameters.a.b.c')
  await run(page, 'export default function () {\n  return {\n    a: 1,,\n  }\n}')
  await expect(statusOf(page)).toContainText(/^Failed on line 3 .*: SyntaxError/)
  await run(page, 'const notExported = 1')
  await expect(statusOf(page)).toContainText('no function as its default export')
})

test('an endless loop ends while the console responds; a run can be cancelled @long', async ({
  page,
  open,
}) => {
  await open('/connectors/new')
  await openTestRun(page)
  const started = page.waitForEvent('worker')
  await run(
    page,
    `export default () => {
  console.log('started')
  JSON.stringify = () => '{"type":"ready"}'
  for (let next = 0; ; ) {
    if (performance.now() < next) continue
    console.log('Forged: a new run has 5 seconds')
    next = performance.now() + 1000
  }
}`,
  )
  const worker = await started
  const hasEnded = worker.waitForEvent('close')
  await expect(block(page, 'Console output')).toHaveText('log: started')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Typed meanwhile')
  await expect(statusOf(page), 'typing does not wait for the loop').toContainText(/^Running/)
  await expect(statusOf(page)).toContainText('Ended after 5 seconds', { timeout: 15_000 })
  await hasEnded

  await run(
    page,
    `export default () => {
  for (let number = 0; number < 1000; number += 1)
    setTimeout(() => { throw new Error('x'.repeat(number === 0 ? 20_000 : 10)) })
  return new Promise((settle) => setTimeout(settle, 500))
}`,
  )
  await expect(statusOf(page)).toContainText(/^Returned/)
  const errors = ((await block(page, 'Console output').textContent()) ?? '').split('\n')
  expect(errors).toHaveLength(200)
  expect(errors[0]).toMatch(/^error: (Uncaught )?Error: x{9900}/)
  expect(errors[0]?.length).toBeLessThan(11_000)
  expect(errors.at(-1)).toBe('error: Further errors are left out.')

  await run(page, 'export default () => new Promise(() => {})')
  await panel(page).getByRole('button', { name: 'Cancel run' }).press('Enter')
  await expect(statusOf(page)).toHaveText('Cancelled')
  await expect(panel(page).getByRole('button', { name: 'Run', exact: true })).toBeFocused()
  await expect(page.locator('iframe')).toHaveCount(0)
})

test('code in a test run reaches neither the network nor the console', async ({ page, open }) => {
  // It would respond to anybody.
  const arrived: string[] = []
  const server = createServer((request, response) => {
    arrived.push(request.url ?? '')
    response.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Content-Type': 'text/javascript',
    })
    response.end('')
  })
  server.on('upgrade', (request, socket) => {
    arrived.push(request.url ?? '')
    socket.destroy()
  })
  const origin = await listen(server)
  await open('/connectors/new')
  await openTestRun(page)
  const attempts = {
    fetch: `WorkerGlobalScope.prototype.fetch.call(self, url + 'fetch')`,
    request: `new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.onload = resolve
      request.onerror = () => reject('refused')
      request.open('GET', url + 'request')
      request.send()
    })`,
    socket: `opened(new WebSocket(url.replace('http', 'ws') + 'socket'))`,
    events: `opened(new EventSource(url + 'events'))`,
    import: `import(url + 'import')`,
    importScripts: `importScripts(url + 'importScripts')`,
    worker: `opened(new Worker(url + 'worker'))`,
    workerOfWorker: `new Promise((resolve, reject) => {
      const script = 'fetch(' + JSON.stringify(url + 'workerOfWorker') +
        ').then(() => postMessage(1), () => postMessage(0))'
      const worker = new Worker(URL.createObjectURL(new Blob([script])))
      worker.onmessage = ({ data }) => (data === 1 ? resolve() : reject('refused'))
    })`,
    token: `sessionStorage.getItem('signalbox-session')`,
    localStorage: `localStorage.length`,
    parent: `parent.sessionStorage`,
    top: `top.location.href`,
    page: `document.body`,
    cookies: `cookieStore.getAll()`,
    files: `navigator.storage.getDirectory()`,
    caches: `caches.keys()`,
    database: `new Promise((resolve, reject) => {
      const request = indexedDB.open('signalbox')
      request.onsuccess = resolve
      request.onerror = () => reject('refused')
    })`,
    eval: `eval('1')`,
    messages: `postMessage('{"type":"returned"}')`,
  }
  const lines = Object.entries(attempts).map(
    ([name, code]) => `${name}: await attempt(async () => ${code}),`,
  )
  await run(
    page,
    `const url = '${origin}/'
const attempt = (work) => work().then(() => 'ALLOWED', () => 'refused')
const opened = (target) => new Promise((resolve, reject) => {
  target.onopen = resolve
  target.onmessage = resolve
  target.onerror = () => reject('refused')
})
export default async () => ({
${lines.join('\n')}
  origin: self.origin,
})`,
  )
  await expect(statusOf(page)).toContainText(/^Returned/)
  expect(JSON.parse((await block(page, 'Returned value').textContent()) ?? '')).toEqual({
    ...Object.fromEntries(Object.keys(attempts).map((name) => [name, 'refused'])),
    origin: 'null',
  })
  expect(arrived).toEqual([])
  server.closeAllConnections()
  server.close()

  // Opened by itself, the page has no origin either, and runs nothing.
  await page.goto('/sandbox.html')
  expect(await page.evaluate(() => self.origin)).toBe('null')
  await page.evaluate(() =>
    window.postMessage({ code: 'export default () => 1', response: {} }, '*'),
  )
  expect(page.workers()).toEqual([])
})

test('a user runs a function of an existing connector', async ({ page }) => {
  await openDemo(page, '/connectors/hubspot')
  await page.getByRole('button', { name: 'Test run of Refresh credentials' }).click()
  const refresh = panel(page, 'Refresh credentials')
  await refresh.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(refresh.getByLabel('Returned value')).toContainText('"example-access-token"')
  await expect(refresh.getByLabel('Requests (not sent)')).toContainText(
    'POST https://api.hubapi.com/oauth/v1/token',
  )
})
