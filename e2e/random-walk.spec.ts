import { demoSession, expect, test } from './fixtures'
import { originOf } from './servers'
import { signInAs, Walker } from './walker'

// These walks change the demo, so no other test may use this server.
test.use({ baseURL: originOf('walk') })

const minutes = Number(process.env['WALK_MINUTES'] ?? 0.5)
const firstSeed = Number(process.env['WALK_SEED'] ?? 1)
const editors = ['/settings', '/limits', '/alerts', '/connectors/new', '/connectors/slack/edit']
const lists = ['', '/apps', '/deliveries', '/connectors', '/history', '/connections', '/actions']
const pages = [...editors, ...lists, '/raised-alerts', '/demo']

// How far a walk gets depends on the speed of the machine. What fails once is reported as flaky,
// with its steps; what fails each time fails the run. Nobody waits for a long walk three times.
test.describe.configure({ retries: minutes < 5 ? 2 : 0 })

/**
 * `WALK_MINUTES=60` walks for an hour, each walk with the next seed; `WALK_SEED=7` repeats the walk
 * of a failure.
 */
test('a user who is not careful sees no error and loses nothing', async ({ browser, request }) => {
  test.setTimeout(minutes * 60_000 + 120_000)
  const end = Date.now() + minutes * 60_000
  const failures: string[] = []
  let seed = firstSeed
  for (; Date.now() < end; seed += 1) {
    const before = await demoSession(request)
    const reset = await request.post('/api/demo/reset', {
      headers: { authorization: `Bearer ${before.token}` },
    })
    expect(reset.ok()).toBe(true)
    // The workspace that comes first may have another name now.
    const { workspaceId } = await demoSession(request)
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const page = await context.newPage()
    const walker = new Walker(page, seed)
    await signInAs(page, 'admin')
    await page.goto(`/w/${workspaceId}${pages[seed % pages.length]}`)
    try {
      while (walker.steps.length < 120 && Date.now() < end) await walker.step()
    } catch (error) {
      const steps = walker.steps.join('\n')
      failures.push(`${String(error)}\nAfter these steps of WALK_SEED=${seed}:\n${steps}`)
      // The end may be an hour away.
      process.stderr.write(`${failures.at(-1)}\n`)
    }
    await context.close()
  }
  process.stderr.write(`Walks of the seeds ${firstSeed} to ${seed - 1}\n`)
  expect(failures.join('\n\n')).toBe('')
})
