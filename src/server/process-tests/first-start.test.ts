import { once } from 'node:events'
import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { catalogApps } from '@/server/demo/catalog'
import { folderOfTest } from '@/server/testing/folder-of-test'
import { addressOf, demoAdmin, outputMatching, processesOfTest } from '@/server/testing/processes'

/** `KILL_ROUNDS=50` looks longer. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 2)
const longestRoundMilliseconds = 3000

/** What the holder of a data folder says of itself. */
async function holderOf(folder: string): Promise<string> {
  const lock = connect(join(folder, 'lock'))
  lock.setEncoding('utf8')
  const [name] = await once(lock, 'data')
  lock.destroy()
  return String(name)
}

test(
  `a first start killed half-way, ${rounds} times: the next fills the empty data folder`,
  { timeout: rounds * 60_000 },
  async () => {
    const folder = await folderOfTest()
    const processes = await processesOfTest()
    const start = () => processes.start({ DATA_DIR: folder })
    for (let round = 0; round < rounds; round += 1) {
      const server = start()
      // From when it has the folder, and so the database: what comes before is the same in every
      // start.
      await vi.waitFor(async () => expect(await holderOf(folder)).toContain(`${server.pid} `), {
        timeout: 30_000,
        interval: 20,
      })
      await Promise.race([
        outputMatching(server, /http:/),
        new Promise((resume) => setTimeout(resume, Math.random() * longestRoundMilliseconds)),
      ])
      server.kill('SIGKILL')
      await once(server, 'exit')
    }
    const last = start()
    const [address, output] = await Promise.all([addressOf(last), outputMatching(last, /data is/)])
    expect(output).toContain(`Its data is in the folder ${folder}\n`)
    if (process.platform !== 'win32')
      expect((await stat(join(folder, 'database'))).mode & 0o777).toBe(0o700)
    const { token } = await demoAdmin(address)
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const { total } = z
      .object({ total: z.number() })
      .parse(await (await fetch(`${address}/universe/apps?limit=1`, { headers })).json())
    expect(total, 'the whole catalog of the demo, once').toBe((await catalogApps()).length)
    const body = JSON.stringify({ name: 'After all' })
    const created = await fetch(`${address}/connectors`, { method: 'POST', headers, body })
    expect(created.status).toBe(200)
  },
)
