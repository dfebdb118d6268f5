import { expect, test } from 'vitest'
import { DatabaseUnavailable } from '@/server/store/database-unavailable'
import { apiPerFile } from '@/server/testing/api-per-file'
import { insertEvents } from '@/server/testing/audit-events'
import { DatabaseChangeFeed } from './feed'
import { readSnapshots } from './snapshot'

const api = await apiPerFile()
const { id: workspaceId } = await api.newWorkspace('Fed')

/** A feed over a database whose reads are counted, and fail with these errors one by one. */
function newFeed(...failures: Error[]) {
  let reads = 0
  const database = api.dependencies.database.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      reads += 1
      const failure = failures.shift()
      if (failure !== undefined) throw failure
      return result
    },
  })
  const logged: object[] = []
  const log = { info: () => {}, error: (facts: object) => void logged.push(facts) }
  const { clock, authCache } = api.dependencies
  // The clock stands still: on a busy machine, changes would get too old to be sent again.
  const time = clock()
  const feed = new DatabaseChangeFeed({ database, clock: () => time, log, authCache })
  return { feed, logged, reads: () => reads }
}

test('a check that fails is logged unless the pool does that, and is done again', async () => {
  const failure = new Error('no snapshot')
  const { feed, logged } = newFeed(new DatabaseUnavailable('Away', false, undefined), failure)
  const reader = feed.watch(workspaceId)[Symbol.asyncIterator]()
  expect(await reader.next()).toEqual({ value: [], done: false })
  expect(logged).toEqual([])
  feed.checkNow()
  expect(await reader.next()).toEqual({ value: [], done: false })
  expect(logged).toEqual([{ error: failure }])
  feed.checkNow()
  expect((await reader.next()).value).toMatchObject([{ kind: 'workspace', id: workspaceId }])
  feed.close()
})

test('a snapshot reads the entries of the last minute, not the whole history', async () => {
  const { database } = api.dependencies
  const { id } = await api.newWorkspace('Busy before')
  await insertEvents(database, id, 0, 600)
  const time = new Date('2026-01-01T00:10:00Z')
  const seconds = (await readSnapshots(database, [id], time))
    .get(id)
    ?.events.filter(({ subject_type: type }) => type === 'app')
    .map(({ created_at: at }) => (time.getTime() - new Date(at).getTime()) / 1000)
  expect(seconds).toEqual(Array.from({ length: 61 }, (_, index) => 60 - index))
})

test('entries from before the clock was set back do not displace those of now', async () => {
  const { database } = api.dependencies
  const { id } = await api.newWorkspace('Clock set back')
  await insertEvents(database, id, 3600, 4500)
  const time = new Date('2026-01-01T01:10:00Z')
  const times = (await readSnapshots(database, [id], time))
    .get(id)
    ?.events.map(({ created_at: at }) => new Date(at).getTime())
  expect(times).toContain(time.getTime())
})

test('readers end when the feed is closed, and at once if it already was', async () => {
  const { feed } = newFeed()
  const read = () => feed.watch(workspaceId)[Symbol.asyncIterator]()
  const reader = read()
  await reader.next()
  const waiting = reader.next()
  feed.close()
  expect([(await waiting).done, (await read().next()).done]).toEqual([true, true])
})

test('the database is read only while somebody watches, and then about once a second', async () => {
  const { feed, reads } = newFeed()
  const watchOnce = async () => {
    const reader = feed.watch(workspaceId)[Symbol.asyncIterator]()
    expect((await reader.next()).done).toBe(false)
    return reader
  }
  const readers = [await watchOnce(), await watchOnce(), await watchOnce()]
  const pass = () => new Promise((resume) => setTimeout(resume, 1500))
  await readers.pop()?.return?.()
  const before = reads()
  await pass()
  expect(reads() - before).toBeGreaterThan(0)
  expect(reads() - before).toBeLessThan(4)
  for (const reader of readers) await reader.return?.()
  await pass()
  const last = reads()
  await pass()
  expect(reads()).toBe(last)
  await watchOnce()
  expect(reads()).toBeGreaterThan(last)
  feed.close()
})
