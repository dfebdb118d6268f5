import { execFileSync } from 'node:child_process'
import { figure, type Figure } from './figure'
import { operatorToken, startServer, temporaryFolder } from './server'

async function secondsToResponse(folder: string): Promise<number> {
  const start = performance.now()
  const server = await startServer({ DATA_DIR: folder })
  await operatorToken(server)
  const seconds = (performance.now() - start) / 1000
  await server.close()
  return seconds
}

/** Measures the time to the first response: from a bare clone of the last commit, and later. */
export async function start(): Promise<Figure[]> {
  const cloning = performance.now()
  const clone = temporaryFolder()
  execFileSync('git', ['clone', '--quiet', '.', clone])
  execFileSync('npm', ['run', 'prestart'], { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] })
  const built = (performance.now() - cloning) / 1000
  const folder = temporaryFolder()
  const first = await secondsToResponse(folder)
  return [
    figure('from a bare clone to the first response', built + first, {
      atMost: 45,
      unit: 's',
      digits: 1,
    }),
    figure('… of which the installation and the build', built, { unit: 's', digits: 1 }),
    figure('later start to the first response', await secondsToResponse(folder), {
      atMost: 2,
      unit: 's',
      digits: 2,
    }),
  ]
}
