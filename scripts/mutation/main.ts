// Changes files in small ways and reports which changes no test notices:
// `npm run mutation -- src/contract/limits.ts`. The tests are those in the folder of the file;
// TESTS names more, RELATED=on adds every test that imports the file. MUTANTS (30) says how many
// changes of all files are tried, SEED which ones; both are 0 for all of them.
import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { listMutants, type Mutant } from './mutants'
import type { Run } from './runner'

interface Place {
  file: string
  text: string
  mutant: Mutant
}

const number = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const moreTests = (process.env['TESTS'] ?? '').split(' ').filter((path) => path !== '')
const withRelated = process.env['RELATED'] === 'on'
/** Components are left to browser tests. */
const isCode = (path: string) => path.endsWith('.ts') && !path.endsWith('.test.ts')

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { encoding: 'utf8', recursive: true }).map((name) => join(path, name))
}

let runner: ChildProcess | undefined

/** Ends the runner with its workers, which may be in an endless loop. */
function stopRunner() {
  if (runner?.pid !== undefined) process.kill(-runner.pid, 'SIGKILL')
  runner = undefined
}

function startRunner(): ChildProcess {
  const options = { detached: true, execArgv: ['--import', 'tsx'] }
  const child = fork('scripts/mutation/runner.ts', options)
  child.once('exit', () => {
    if (runner === child) runner = undefined
  })
  return child
}

/** Runs tests in a process that lasts for many runs: `false` if one fails, or in time none ends. */
function passes(run: Run, timeoutMs: number): Promise<boolean> {
  const child = (runner ??= startRunner())
  return new Promise((done) => {
    const timer = setTimeout(stopRunner, timeoutMs)
    const finish = (passed: unknown) => {
      clearTimeout(timer)
      child.removeAllListeners('message').off('exit', fail)
      done(passed === true)
    }
    const fail = () => finish(false)
    child.once('message', finish).once('exit', fail)
    child.send(run)
  })
}

/** Numbers below 1 that are the same for the same seed. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

function sample(places: Place[], count: number, seed: number): Place[] {
  if (count === 0) return places
  const next = random(seed)
  const drawn = places.map((place) => ({ place, rank: next() })).sort((a, b) => a.rank - b.rank)
  return drawn.slice(0, count).map(({ place }) => place)
}

/** `file:line` and the change, on one line. */
function describe({ file, text, mutant }: Place): string {
  const line = text.slice(0, mutant.start).split('\n').length
  const short = (code: string) => {
    const oneLine = code.replaceAll(/\s+/g, ' ')
    return oneLine.length > 70 ? `${oneLine.slice(0, 67)}...` : oneLine
  }
  const was = short(text.slice(mutant.start, mutant.end))
  return `${file}:${line}  ${was}  ->  ${short(mutant.replacement) || '(nothing)'}`
}

process.on('exit', stopRunner)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
setPriority(constants.priority.PRIORITY_LOW)
const files = process.argv.slice(2).flatMap(listFiles).filter(isCode)
const places = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  return listMutants(file, text).map((mutant) => ({ file, text, mutant }))
})
const chosen = sample(places, number('MUTANTS', 30), number('SEED', 1))
const timeLimits = new Map<string, number>()
const survivors: string[] = []
let killed = 0

for (const { file, text, mutant } of chosen) {
  const beside: Run = { file, tests: [dirname(file), ...moreTests], related: false }
  if (!timeLimits.has(dirname(file))) {
    const started = Date.now()
    if (!(await passes(beside, 600_000))) throw new Error('The tests fail without a change.')
    timeLimits.set(dirname(file), 3 * (Date.now() - started) + 10_000)
  }
  const changed = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end)
  const isNoticed =
    !(await passes({ ...beside, text: changed }, timeLimits.get(dirname(file)) ?? 0)) ||
    (withRelated && !(await passes({ ...beside, related: true, text: changed }, 900_000)))
  const line = describe({ file, text, mutant })
  if (isNoticed) killed += 1
  else survivors.push(line)
  process.stdout.write(`${isNoticed ? 'noticed ' : 'SURVIVED'}  ${line}\n`)
}

const score = Math.round((100 * killed) / chosen.length)
process.stdout.write(`\n${killed} of ${chosen.length} noticed (${score} %), `)
process.stdout.write(`of ${places.length} possible changes. Survivors:\n\n`)
for (const survivor of survivors.sort()) process.stdout.write(`${survivor}\n`)
process.exit()
