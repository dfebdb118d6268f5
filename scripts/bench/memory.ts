import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { figure, type Figure } from './figure'
import { goodLoad } from './load'
import { newWorkspace, startServer, temporaryFolder } from './server'

const seconds = 45

/** Returns the memory of a process in megabytes. */
function megabytesOf(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

/** Measures the memory of an idle server with the demo data, and its growth under constant load. */
export async function memory(): Promise<Figure[]> {
  const source = { DATA_DIR: temporaryFolder() }
  const first = await startServer(source)
  await pause(5000)
  const afterFirst = megabytesOf(first.process.pid ?? 0)
  await first.close()
  const server = await startServer(source)
  const { pid = 0 } = server.process
  await pause(5000)
  const atRest = megabytesOf(pid)
  const { token } = await newWorkspace(server)
  const target = { url: `${server.origin}/api/external-apps?limit=100`, token }
  const request = { targets: [target], seconds }
  await goodLoad(request)
  const halfway = megabytesOf(pid)
  await goodLoad(request)
  const after = megabytesOf(pid)
  await server.close()
  return [
    figure('idle memory with the demo data', atRest, { atMost: 250, unit: 'MB' }),
    figure('… after the first start, which seeds the data', afterFirst, { unit: 'MB' }),
    figure(`… after ${seconds} s of load`, halfway, { unit: 'MB' }),
    figure('… growth in as much load again', (after / halfway - 1) * 100, {
      atMost: 10,
      unit: '%',
      digits: 1,
    }),
  ]
}
