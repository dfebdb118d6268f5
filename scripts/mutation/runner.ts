import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'
import { givenServer } from '@/server/testing/postgres-programs'
import config from '../../vitest.config'

/** What to run: tests by path, with `text` as the text of the file if it is given. */
export interface Run {
  tests: string[]
  related: boolean
  file: string
  text?: string
}

let current: Run | undefined

/** Loads one file with its change, without writing it. */
const mutate = {
  name: 'mutate',
  enforce: 'pre' as const,
  load(id: string) {
    return id === resolve(current?.file ?? '') ? current?.text : undefined
  },
}

/** Without a server for them, the tests with PostgreSQL are left out, which takes half the time. */
const selection = givenServer === undefined ? { project: ['!postgres'] } : {}
const projects = (config.test?.projects ?? []).flatMap((tests) =>
  typeof tests === 'object' && 'test' in tests ? [{ ...tests, plugins: [mutate] }] : [],
)
const vitest = await createVitest(
  'test',
  { watch: false, bail: 1, maxWorkers: 1, reporters: [{}], config: false, ...selection },
  { test: { projects } },
)

/** Runs the tests, and reports to the parent process whether all of them passed. */
async function run(next: Run): Promise<void> {
  for (const changed of [current, next])
    if (changed !== undefined) vitest.invalidateFile(resolve(changed.file))
  current = next
  vitest.config.related = next.related ? [next.file] : []
  const tests = await (next.related
    ? vitest.getRelevantTestSpecifications()
    : vitest.globTestSpecifications(next.tests))
  const paths = new Set(tests.map(({ moduleId }) => moduleId))
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests)
  const failed = testModules.filter((module) => paths.has(module.moduleId) && !module.ok())
  process.send?.(failed.length === 0 && unhandledErrors.length === 0)
}

process.on('message', (next: Run) => void run(next))
