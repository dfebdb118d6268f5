import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { outageLog, outageMessage } from './database-outage'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const refusal = (code: string | undefined, routine?: string) => {
  const error = new pg.DatabaseError('refused', 7, 'error')
  error.severity = 'ERROR'
  error.code = code
  error.routine = routine
  return error
}

test.each([
  ['a lost connection', refusal('08006'), 'The connection to the database was lost'],
  ['a full server', refusal('53300'), 'The database is overloaded'],
  ['a full disk', refusal('53100'), 'The database is out of disk space'],
  [
    'a standby without unlogged tables',
    refusal('0A000', 'get_relation_info'),
    'The database is read-only at the moment',
  ],
])('%s is an outage', (_name, error, message) => {
  expect(outageMessage(error)).toBe(message)
})

test.each([
  ['a unique value twice', refusal('23505')],
  ['another feature that is missing', refusal('0A000', 'transformFrom')],
  ['another refusal of that routine', refusal('42P01', 'get_relation_info')],
  ['an error without a code', refusal(undefined)],
  ['an error of ours with such a code', Object.assign(new Error('ours'), { code: '08006' })],
])('%s is none', (_name, error) => {
  expect(outageMessage(error)).toBeUndefined()
})

test('each reason of an outage is logged once, and its end after a second without failures', () => {
  const logged: unknown[][] = []
  const outage = outageLog({
    info: (...entry) => logged.push(entry),
    error: (...entry) => logged.push(entry),
  })
  outage.succeeded()
  expect(logged).toEqual([])
  const error = new Error('gone')
  outage.failed(error)
  vi.advanceTimersByTime(1500)
  outage.failed(new Error('gone'))
  expect(logged).toEqual([[{ error }, 'the database is unavailable']])
  const passwords = [refusal('28P01'), refusal('28P01')]
  for (const failure of [...passwords, error]) outage.failed(failure)
  expect(logged.slice(1)).toEqual([[{ error: passwords[0] }, 'the database is unavailable']])
  vi.advanceTimersByTime(999)
  outage.succeeded()
  vi.advanceTimersByTime(1)
  outage.succeeded()
  outage.succeeded()
  expect(logged.slice(2)).toEqual([[{ seconds: 3 }, 'the database is available again']])
  outage.failed(error)
  expect(logged).toHaveLength(4)
})
