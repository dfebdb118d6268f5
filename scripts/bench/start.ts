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

/** Measures the time from `npm start` to the first response: with the first build, and later. */
export async function start(): Promise<Figure[]> {
  const building = performance.now()
  execFileSync(process.execPath, ['scripts/build.mjs', '--force'], { stdio: 'inherit' })
  const built = (performance.now() - building) / 1000
  const folder = temporaryFolder()
  const first = await secondsToResponse(folder)
  return [
    figure('first start after install: build and demo', built + first, {
      atMost: 15,
      unit: 's',
      digits: 1,
    }),
    figure('… of which the build', built, { unit: 's', digits: 1 }),
    figure('later start to the first response', await secondsToResponse(folder), {
      atMost: 3,
      unit: 's',
      digits: 2,
    }),
  ]
}
