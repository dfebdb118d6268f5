import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Shutdown } from '@/server/shutdown'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a server that does not drain still lets busy connections end before it stops', () => {
  const shutdown = new Shutdown(0)
  expect(shutdown.phase).toBe('serving')
  shutdown.drain()
  vi.advanceTimersByTime(200)
  expect(shutdown.phase).toBe('draining')
  vi.advanceTimersByTime(100)
  expect(shutdown.phase).toBe('stopping')
})

test('a second signal ends the drain', () => {
  const shutdown = new Shutdown(30)
  shutdown.drain()
  vi.advanceTimersByTime(29_000)
  expect(shutdown.phase).toBe('draining')
  shutdown.drain()
  vi.advanceTimersByTime(0)
  expect(shutdown.phase).toBe('stopping')
})
