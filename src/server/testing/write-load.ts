import type { ChildProcess } from 'node:child_process'
import { expect, vi } from 'vitest'
import { z } from 'zod'

const longestResponseMilliseconds = 10_000

const page = z.object({
  items: z.array(z.object({ name: z.string() })),
  cursor: z.string().optional(),
})

interface Recorded {
  request: string
  /** 0 when there was no response, because the process has ended. */
  status: number
  milliseconds: number
  retryAfter: string | null
  body: string
}

/** An admin of a workspace, and the server; absent if several may respond. */
interface Target {
  server?: ChildProcess
  address: string
  token: string
  workspaceId: string
}

/** Sends requests and load to a server whose database may be unavailable. */
export function loadOn({ server, address, token, workspaceId }: Target) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Recorded> {
    const since = performance.now()
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    return {
      request: `${method} ${path}`,
      status: response?.status ?? 0,
      retryAfter: response?.headers.get('Retry-After') ?? null,
      // A process can end between the head of a response and its body.
      body: (await response?.text().catch(() => undefined)) ?? '',
      milliseconds: performance.now() - since,
    }
  }

  const expectRunning = () => {
    if (server !== undefined) expect([server.exitCode, server.signalCode]).toEqual([null, null])
  }

  /** Raises the limits that the load would reach. */
  async function raiseLimits(): Promise<void> {
    const many = { unit: 'number', value: 1_000_000 }
    const limits = {
      workspaceElementCreationsPerSecond: many,
      workspaceElementCreationsPerHour: many,
      totalNumberOfWorkspaceElements: many,
      apiRequestsPerSecond: many,
      apiRequestsPerHour: many,
      parallelApiRequests: many,
    }
    expect((await send('PATCH', `/org-workspaces/${workspaceId}`, { limits })).status).toBe(200)
  }

  /** Lists the names of all connectors that a search finds. */
  async function names(search: string): Promise<string[]> {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const after = cursor === undefined ? '' : `&cursor=${cursor}`
      const { body } = await send(
        'GET',
        `/connectors?search=${encodeURIComponent(search)}&limit=1000${after}`,
      )
      const { items, cursor: next } = page.parse(JSON.parse(body))
      found.push(...items.map(({ name }) => name))
      cursor = next
    } while (cursor !== undefined)
    return found
  }

  /** Reads and writes until it is ended, and records every response. */
  async function startLoad(prefix: string, writers = 4) {
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

  return { send, raiseLimits, names, startLoad }
}
