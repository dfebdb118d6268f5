import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staticConsole } from './static-console'

const script = "document.documentElement.dataset.frame = 'workspace'"
const html = `<head><title>Signalbox</title></head><body><script>${script}</script></body>`
const page = (name: string) => `src/console/pages/w/$workspaceId/${name}.tsx?tsr-split=component`
const manifest = {
  'index.html': { file: 'assets/index.js', isEntry: true, imports: ['_start.js'] },
  // Chunks may import each other.
  '_start.js': { file: 'assets/start.js', imports: ['index.html'] },
  '_workspace.js': { file: 'assets/workspace.js', name: 'workspace', imports: ['_start.js'] },
  '_sign-in.js': { file: 'assets/sign-in.js', name: 'sign-in', imports: ['_start.js'] },
  '_table.js': { file: 'assets/table.js' },
  [page('limits')]: { file: 'assets/limits.js', imports: ['_table.js', '_start.js'] },
  [page('limits_.$limit')]: { file: 'assets/limit.js' },
  [page('-limits/usage-chart')]: { file: 'assets/chart.js' },
  [page('connectors')]: { file: 'assets/connectors.js' },
  [page('connectors.index')]: { file: 'assets/connector-list.js' },
  [page('connectors.$connector')]: { file: 'assets/connector.js' },
}

let folder: string
let app: ReturnType<typeof staticConsole>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-console-'))
  await mkdir(join(folder, 'console'))
  await writeFile(join(folder, 'console/index.html'), html)
  await mkdir(join(folder, 'console/assets'))
  await writeFile(join(folder, 'console/assets/index.js'), 'export {}')
  await writeFile(join(folder, 'console-manifest.json'), JSON.stringify(manifest))
  await writeFile(join(folder, 'console/sandbox.html'), '<title>Sandbox</title>')
  app = staticConsole(join(folder, 'console'))
})
afterAll(() => rm(folder, { recursive: true }))

const workspaceFiles = ['index.js', 'start.js', 'workspace.js']

test.each([
  ['/', ['index.js', 'start.js']],
  ['/sign-in', ['index.js', 'start.js', 'sign-in.js']],
  ['/w/1', workspaceFiles],
  ['/w/1/limits', [...workspaceFiles, 'limits.js', 'table.js']],
  ['/w/1/limits/parallelFlowRuns', [...workspaceFiles, 'limit.js']],
  ['/w/1/connectors', [...workspaceFiles, 'connectors.js', 'connector-list.js']],
  ['/w/1/connectors/crm', [...workspaceFiles, 'connectors.js', 'connector.js']],
  ['/w/1/connectors/crm.v2', [...workspaceFiles, 'connectors.js', 'connector.js']],
])('the page at %s names the files that it needs', async (path, files) => {
  const response = await app.request(path)
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
  const [, named = ''] = /<head data-files="([^"]*)">/.exec(await response.text()) ?? []
  const expected = files.map((file) => `assets/${file}`)
  expect(named.split(' ').toSorted()).toEqual(expected.toSorted())
})

test('scripts in the page are allowed by their hashes, and no others', async () => {
  const policy = (await app.request('/w/1')).headers.get('Content-Security-Policy')
  const hash = createHash('sha256').update(script).digest('base64')
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}'`)
})

test('the sandbox has no origin, and only the console may embed it', async () => {
  const { headers } = await app.request('/sandbox.html')
  expect(headers.get('Content-Security-Policy')).toBe(
    "sandbox allow-scripts; frame-ancestors 'self'",
  )
  expect(headers.get('X-Frame-Options')).toBe('SAMEORIGIN')
})

test('the policy in the sandbox allows its own script and workers, and no requests', async () => {
  const sandbox = await readFile('public/sandbox.html', 'utf8')
  const [, own = ''] = /<script>([^]*?)<\/script>/.exec(sandbox) ?? []
  const hash = createHash('sha256').update(own).digest('base64')
  const [, policy] = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/.exec(sandbox) ?? []
  expect(policy, 'after a change, write the new hash into the page').toBe(
    `default-src 'none'; script-src 'sha256-${hash}' blob:; worker-src blob:`,
  )
})

test('a missing file does not get a page', async () => {
  expect((await app.request('/assets/gone.js')).status).toBe(404)
})

test.each(['bytes=0-1', 'bytes=0-1,4-5', 'bytes=5-2', 'bytes=99-', 'bytes=x', 'lines=1-2'])(
  'a file is sent whole, whatever part of it is requested: %s',
  async (range) => {
    const response = await app.request('/assets/index.js', { headers: { Range: range } })
    expect([response.status, await response.text()]).toEqual([200, 'export {}'])
    expect(response.headers.get('Content-Range')).toBeNull()
  },
)
