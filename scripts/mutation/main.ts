// Makes small changes to files and reports those that no test detects:
// `npm run mutation -- src/contract/limits.ts`. The tests are those in the folder of the file;
// TESTS names more, RELATED=on adds every test that imports the file. MUTANTS (30) says how many
// changes of all files are tried (0 for all of them), SEED (1) which ones.
import { type ChildProcess, fork } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { listMutants, type Mutant } from './mutants'
import type { Run } from './runner'

/** A mutant and the file that it changes. */
interface Candidate {
  file: string
  text: string
  mutant: Mutant
}

const numberFrom = (name: string, fallback: number) => Number(process.env[name] ?? fallback)
const moreTests = (process.env['TESTS'] ?? '').split(' ').filter((path) => path !== '')
const withRelated = process.env['RELATED'] === 'on'
/** Components are left to browser tests. */
const isCode = (path: string) => path.endsWith('.ts') && !path.endsWith('.test.ts')

function listFiles(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { encoding: 'utf8', recursive: true }).map((name) => join(path, name))
}

let runner: ChildProcess | undefined

/** Ends the runner and its workers, which may be in an endless loop. */
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

/**
 * Runs tests, in a process that is kept for the next run because it takes long to start.
 * @returns whether all pass within the time limit
 */
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

/** Returns a generator of numbers from 0 to 1, the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

/** Chooses candidates at random; all if `count` is 0. */
function sample(candidates: Candidate[], count: number, seed: number): Candidate[] {
  if (count === 0) return candidates
  const next = seededRandom(seed)
  return candidates
    .map((candidate) => ({ candidate, rank: next() }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ candidate }) => candidate)
}

/** Writes where a mutant is and what it changes on one line. */
function describe({ file, text, mutant }: Candidate): string {
  const line = text.slice(0, mutant.start).split('\n').length
  const short = (code: string) => {
    const oneLine = code.replaceAll(/\s+/g, ' ')
    return oneLine.length > 70 ? `${oneLine.slice(0, 67)}...` : oneLine
  }
  const original = short(text.slice(mutant.start, mutant.end))
  return `${file}:${line}  ${original}  ->  ${short(mutant.replacement) || '(nothing)'}`
}

const timeLimits = new Map<string, number>()

/** Returns the time limit of tests, several times what they take without a change. */
async function timeLimitOf(file: string, tests: string[]): Promise<number> {
  const name = tests.join(' ')
  const known = timeLimits.get(name)
  if (known !== undefined) return known
  const started = Date.now()
  if (!(await passes({ file, tests, related: false }, 600_000)))
    throw new Error(`Tests of ${name} fail without a change.`)
  const limit = 3 * (Date.now() - started) + 10_000
  timeLimits.set(name, limit)
  return limit
}

/** Whether a test fails because of a mutant. The nearest tests run first: most find it. */
async function isNoticed({ file, text, mutant }: Candidate): Promise<boolean> {
  const changed = text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end)
  for (const tests of [[dirname(file)], moreTests]) {
    if (tests.length === 0) continue
    const timeLimit = await timeLimitOf(file, tests)
    if (!(await passes({ file, text: changed, tests, related: false }, timeLimit))) return true
  }
  const related: Run = { file, text: changed, tests: [], related: true }
  return withRelated && !(await passes(related, 900_000))
}

process.on('exit', stopRunner)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))
setPriority(constants.priority.PRIORITY_LOW)
const files = process.argv.slice(2).flatMap(listFiles).filter(isCode)
const candidates = files.flatMap((file) => {
  const text = readFileSync(file, 'utf8')
  return listMutants(file, text).map((mutant) => ({ file, text, mutant }))
})
const chosen = sample(candidates, numberFrom('MUTANTS', 30), numberFrom('SEED', 1))
const survivors: string[] = []
for (const candidate of chosen) {
  const noticed = await isNoticed(candidate)
  const line = describe(candidate)
  if (!noticed) survivors.push(line)
  process.stdout.write(`${noticed ? 'noticed ' : 'SURVIVED'}  ${line}\n`)
}

const noticedCount = chosen.length - survivors.length
const score = Math.round((100 * noticedCount) / chosen.length)
process.stdout.write(`\n${noticedCount} of ${chosen.length} noticed (${score} %), `)
process.stdout.write(`of ${candidates.length} possible changes. Survivors:\n\n`)
for (const survivor of survivors.sort()) process.stdout.write(`${survivor}\n`)
process.exit()
