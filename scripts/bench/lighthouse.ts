import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { browserArguments, findBrowser } from '../find-browser.mjs'
import { figure, medianOf, type Figure } from './figure'
import { loadedPages, type LoadedPage } from './pages'
import { newWorkspace, withServer, type BenchServer } from './server'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3)
const version = '12.8.2'
const maxAttempts = 3
/** Lighthouse and its two hundred packages would slow down every installation. */
const folder = resolve('test-results/lighthouse')

const auditSchema = z.object({
  performance: z.number(),
  accessibility: z.number(),
  bestPractices: z.number(),
  /** In milliseconds. */
  largestPaint: z.number(),
  /** In milliseconds. */
  blocked: z.number(),
})
type Audit = z.infer<typeof auditSchema>

const presets = [
  { what: 'mobile', isDesktop: false, goal: 90 },
  { what: 'desktop', isDesktop: true, goal: 98 },
] as const

function install(): void {
  if (existsSync(`${folder}/node_modules/lighthouse`)) return
  const options = ['--prefix', folder, '--no-audit', '--no-fund']
  execFileSync('npm', ['install', ...options, `lighthouse@${version}`], { stdio: 'ignore' })
}

async function audit(
  server: BenchServer,
  { path, isSignedOut = false }: LoadedPage,
  isDesktop: boolean,
): Promise<Audit> {
  const { id: workspaceId, token } = await newWorkspace(server)
  const order = {
    url: `${server.origin}${isSignedOut ? '' : `/w/${workspaceId}`}${path}`,
    session: isSignedOut ? null : { baseUrl: '/api', token, workspaceId },
    isDesktop,
    executablePath: findBrowser(),
    args: browserArguments,
  }
  const program = 'scripts/bench/lighthouse-audit.mjs'
  for (let attempt = 1; ; attempt += 1) {
    const text = execFileSync(process.execPath, [program, folder, JSON.stringify(order)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const scores = auditSchema.safeParse(JSON.parse(text))
    if (scores.success) return scores.data
    // Now and then, Lighthouse measures nothing.
    if (attempt === maxAttempts) throw scores.error
  }
}

/** Audits pages with Lighthouse's settings for phones and desktops; the median counts. */
export async function lighthouse(): Promise<Figure[]> {
  install()
  return withServer(10_000, async (server) => {
    const figures: Figure[] = []
    for (const { what, isDesktop, goal } of presets)
      for (const page of loadedPages) {
        const audits: Audit[] = []
        for (let round = 0; round < rounds; round += 1)
          audits.push(await audit(server, page, isDesktop))
        const median = (fact: keyof Audit) => medianOf(audits, (each) => each[fact])
        figures.push(
          figure(`${page.what}, ${what}: performance`, 100 * median('performance'), {
            atLeast: goal,
          }),
          figure('… accessibility', 100 * median('accessibility'), { atLeast: 100 }),
          figure('… best practices', 100 * median('bestPractices'), { atLeast: 100 }),
        )
        if (!isDesktop)
          figures.push(
            figure('… largest paint (LCP)', median('largestPaint') / 1000, {
              atMost: 2.5,
              unit: 's',
              digits: 1,
            }),
            figure('… blocked (TBT)', median('blocked'), { atMost: 200, unit: 'ms' }),
          )
      }
    return figures
  })
}
