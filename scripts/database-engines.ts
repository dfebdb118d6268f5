// Writes the table of database engines in docs/scale-out.md: collects every statement that the
// tests of the server and the migrations run, derives the features of PostgreSQL they use, and
// compares these with the documented gaps of each engine: `npm run database-engines`. Pass test
// files to run only those, or set STATEMENTS_FILE to the statements of an earlier run.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const engines = ['Aurora', 'AlloyDB', 'Citus', 'YugabyteDB', 'CockroachDB'] as const
type Engine = (typeof engines)[number]

interface Feature {
  name: string
  pattern: RegExp
  /** Engines that lack it or differ, according to their documentation, and how. */
  gaps?: Partial<Record<Engine, string>>
}

const features: readonly Feature[] = [
  {
    name: 'extension `pg_trgm` with GIN indexes',
    pattern: /gin_trgm_ops/i,
  },
  {
    name: '`word_similarity`, `<%`',
    pattern: /word_similarity|<%/i,
    gaps: { CockroachDB: 'missing' },
  },
  {
    name: 'several columns in a GIN index',
    pattern: /using gin \([^)]*,/i,
    gaps: { YugabyteDB: 'missing' },
  },
  {
    name: 'unlogged tables',
    pattern: /create unlogged table/i,
    gaps: { YugabyteDB: 'refused or logged', CockroachDB: 'logged' },
  },
  {
    name: 'system columns `xmin` and `ctid`',
    pattern: /\b(xmin|ctid)\b/i,
    gaps: { YugabyteDB: 'missing', CockroachDB: 'missing' },
  },
  {
    name: 'advisory locks, in migrations',
    pattern: /pg_advisory/i,
    gaps: { YugabyteDB: 'from 2025.1', CockroachDB: 'without effect' },
  },
  { name: '`for update`, `for key share`', pattern: /for (no key )?update|for (key )?share/i },
  { name: '`skip locked`', pattern: /skip locked/i },
  { name: '`listen`, `notify`', pattern: /\b(listen|notify) \w|pg_notify/i },
  { name: '`insert … on conflict`', pattern: /on conflict/i },
  {
    name: 'data-modifying `with`',
    pattern: /as (not )?(materialized )?\(\s*(insert|update|delete)/i,
  },
  { name: '`lateral` joins', pattern: /\blateral\b/i },
  { name: '`delete … using`', pattern: /delete from \w+ using/i },
  { name: '`collate "C"`', pattern: /collate "c"/i },
  { name: '`jsonb` operators and functions', pattern: /jsonb?_\w+\(|->|@>/i },
  {
    name: 'SQL/JSON paths',
    pattern: /jsonb_path_\w+\(/i,
    gaps: { CockroachDB: 'from 25.2' },
  },
  {
    name: 'stored generated columns',
    pattern: /generated always as [\s\S]* stored/i,
    gaps: { YugabyteDB: 'from 2025.1' },
  },
  { name: '`distinct on`', pattern: /distinct on/i },
  { name: 'partial indexes', pattern: /create (unique )?index[\s\S]* where /i },
  { name: 'deferrable constraints', pattern: /deferrable/i },
  {
    name: 'table locks, in migrations',
    pattern: /\block table\b/i,
    gaps: { YugabyteDB: 'from 2025.2, by a flag', CockroachDB: 'missing' },
  },
  { name: 'triggers, functions', pattern: /create (or replace )?(trigger|function)/i },
]

const page = 'docs/scale-out.md'
const [begin, end] = ['<!-- engines -->', '<!-- /engines -->']

const folder = mkdtempSync(join(tmpdir(), 'signalbox-statements-'))
const earlier = process.env['STATEMENTS_FILE']
const file = earlier ?? join(folder, 'statements')
try {
  if (earlier === undefined) {
    writeFileSync(file, '')
    const tests = process.argv.length > 2 ? process.argv.slice(2) : ['src/server']
    const { status } = spawnSync('npx', ['vitest', 'run', '--project=!postgres', ...tests], {
      stdio: 'inherit',
      env: { ...process.env, STATEMENTS_FILE: file },
    })
    if (status !== 0) process.stderr.write('Some tests failed: their statements may be missing.\n')
  }
  const statements = new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => z.string().parse(JSON.parse(line))),
  )
  const used = features.flatMap((feature) => {
    const count = [...statements].filter((statement) => feature.pattern.test(statement)).length
    return count === 0 ? [] : [{ ...feature, count }]
  })
  const rows = [
    ['feature', 'statements', ...engines],
    ['---', '---:', ...engines.map(() => '---')],
    ...used.map(({ name, count, gaps = {} }) => [
      name,
      String(count),
      ...engines.map((engine) => gaps[engine] ?? 'yes'),
    ]),
  ]
  const text = readFileSync(page, 'utf8')
  const [before, after] = [text.split(begin)[0], text.split(end)[1]]
  if (after === undefined) throw new Error(`${page} has no markers for the table`)
  const summary = `Of ${statements.size} different statements.`
  const table = rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  writeFileSync(page, `${before}${begin}\n\n${table}\n\n${summary}\n\n${end}${after}`)
} finally {
  rmSync(folder, { recursive: true })
}
