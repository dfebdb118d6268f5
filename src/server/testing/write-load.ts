import type { ChildProcess } from 'node:child_process'
import { expect, vi } from 'vitest'
import type { AdminApi, Recorded } from './admin-api'

const longestResponseMilliseconds = 10_000

interface Options {
  /** Is expected to keep running; absent if several may respond. */
  server?: ChildProcess
  writers?: number
}

/**
 * Reads and writes until it is ended, and records every response. The limits that it would reach
 * are raised first.
 */
export async function startLoad(
  { send, raiseLimits, names }: AdminApi,
  prefix: string,
  { server, writers = 4 }: Options = {},
) {
  await raiseLimits()
  const recorded: Recorded[] = []
  const acknowledged = new Set<string>()
  let repeated = 0
  const ending = new AbortController()
  const record = async (...request: Parameters<typeof send>) => {
    const response = await send(...request)
    recorded.push(response)
    if (response.status !== 200) await new Promise((resume) => setTimeout(resume, 20))
    return response
  }
  const read = async () => {
    while (!ending.signal.aborted) await record('GET', '/connectors?limit=10')
  }
  const write = async (writer: number) => {
    for (let count = 0; !ending.signal.aborted; count += 1) {
      const name = `${prefix} ${writer}-${count}`
      if ((await record('POST', '/connectors', { name })).status === 200) acknowledged.add(name)
    }
  }
  /**
   * Repeats each write under its key until it is acknowledged, or its first attempt had an
   * effect.
   */
  const repeat = async () => {
    for (let count = 0; !ending.signal.aborted; count += 1) {
      const name = `${prefix} repeated-${count}`
      for (let isDone = false; !isDone && !ending.signal.aborted;) {
        const { status } = await send('POST', '/connectors', { name }, `${prefix} ${count}`)
        const found = status === 409 ? await names(name).catch(() => []) : []
        isDone = status === 200 || found.includes(name)
        expect([200, 409, 503]).toContain(status)
        if (!isDone) continue
        acknowledged.add(name)
        repeated += 1
      }
    }
  }
  const expectRunning = () => {
    if (server !== undefined) expect([server.exitCode, server.signalCode]).toEqual([null, null])
  }
  const running = Promise.all([
    read(),
    repeat(),
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
  ])

  return {
    last: () => recorded.at(-1),
    /** Waits until so many more writes, and of those under a key, have been acknowledged. */
    async progress(more: number, moreRepeated = 0) {
      const before = acknowledged.size
      const repeatedBefore = repeated
      await vi.waitFor(
        () => {
          expectRunning()
          expect(acknowledged.size).toBeGreaterThanOrEqual(before + more)
          expect(repeated).toBeGreaterThanOrEqual(repeatedBefore + moreRepeated)
        },
        { timeout: 15_000, interval: 20 },
      )
    },
    /**
     * Ends the load. Every request succeeded or got a retryable error; each acknowledged write is
     * there, once.
     */
    async expectNothingLost() {
      ending.abort()
      await running
      expectRunning()
      expect(
        recorded.filter(
          ({ status, retryAfter }) => status !== 200 && (status !== 503 || retryAfter === null),
        ),
      ).toEqual([])
      expect(Math.max(...recorded.map(({ milliseconds }) => milliseconds))).toBeLessThan(
        longestResponseMilliseconds,
      )
      const kept = await names(prefix)
      expect(kept.length).toBe(new Set(kept).size)
      expect([...acknowledged].filter((name) => !kept.includes(name))).toEqual([])
    },
    /** The requests that did not succeed, though those with a 503 may be sent again. */
    failed: () => recorded.filter(({ status }) => status !== 200),
    succeeded: () => recorded.filter(({ status }) => status === 200).length,
  }
}
