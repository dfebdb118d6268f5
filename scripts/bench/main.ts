// Benchmarks Signalbox on this machine: `npm run bench` for all measures, or
// `npm run bench -- NAME…` for some.
import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { archive } from './archive'
import { burst } from './burst'
import { databaseShare } from './database-share'
import { table, type Figure } from './figure'
import { firstPage } from './first-page'
import { interaction } from './interactions'
import { javascript } from './javascript'
import { jsonInSql } from './json-in-sql'
import { lighthouse } from './lighthouse'
import { memory } from './memory'
import { meter } from './meter'
import { observability } from './observability'
import { getOne, list, patchLimit } from './operations'
import { pageLoad } from './page-load'
import { refused } from './refused'
import { scrolling, scrollingAll } from './scrolling'
import { search, searchMillion } from './search'
import { stopPostgres } from './server'
import { threeServers } from './servers'
import { start } from './start'
import { workerThread } from './worker-thread'

const measures: Readonly<Record<string, () => Promise<Figure[]>>> = {
  list,
  'get-one': getOne,
  'patch-limit': patchLimit,
  'three-servers': threeServers,
  search,
  'search-million': searchMillion,
  meter,
  refused,
  observability,
  burst,
  memory,
  start,
  archive,
  'database-share': databaseShare,
  'json-in-sql': jsonInSql,
  'worker-thread': workerThread,
  javascript,
  interaction,
  'first-page': firstPage,
  'page-load': pageLoad,
  lighthouse,
  scrolling,
  'scrolling-all': scrollingAll,
}
/** Measures that take long or install something, and run only if they are named. */
const onlyNamed = new Set(['search-million', 'scrolling-all', 'lighthouse'])

const { positionals } = parseArgs({ allowPositionals: true })
const unknown = positionals.filter((name) => !Object.hasOwn(measures, name))
if (unknown.length > 0)
  throw new Error(`No measure ${unknown.join(', ')}. Measures: ${Object.keys(measures).join(', ')}`)

for (const step of ['scripts/logos.mjs', 'scripts/build.mjs'])
  execFileSync(process.execPath, [step], { stdio: 'inherit' })

const figures: Figure[] = []
for (const [name, measure] of Object.entries(measures)) {
  if (positionals.length > 0 ? !positionals.includes(name) : onlyNamed.has(name)) continue
  process.stderr.write(`${name}…\n`)
  try {
    const measured = await measure()
    for (const { what, seen } of measured) process.stderr.write(`  ${what}: ${seen}\n`)
    figures.push(...measured)
  } catch (error) {
    figures.push({
      what: name,
      seen: `failed: ${error instanceof Error ? error.message : String(error)}`,
      goal: '',
      met: false,
    })
  }
}

await stopPostgres()

const missed = figures.filter(({ met }) => met === false)
const machine = `${cpus().length} processors, ${cpus()[0]?.model ?? 'unknown model'}`
process.stdout.write(`\n${table(figures)}\n\n${machine}, Node ${process.version}. `)
const goalCount = figures.filter(({ met }) => met !== undefined).length
process.stdout.write(
  missed.length === 0 ? 'All goals met.\n' : `${missed.length} of ${goalCount} goals missed.\n`,
)
