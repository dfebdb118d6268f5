import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Quantity } from '@/server/core/ports/meter'
import type { Database } from '@/server/store/database'
import { freshDatabase } from '@/server/testing/database'
import { databaseLedger, leaseDivisor, type Ledger } from './ledger'
import { SharedMeter } from './shared-meter'
import { secondsUntilExpiry, slotAt, slotsPerWindow } from './sliding-window'

/** A ledger in memory with the same rules and a fake clock. */
function modelLedger(time: () => number) {
  const slots = new Map<string, Map<number, number>>()
  const leases = new Map<string, Map<string, { amount: number; until: number }>>()
  let statements = 0
  const ledger: Ledger = {
    async settle(server, leaseMilliseconds, reports) {
      statements += 1
      const now = time()
      return reports.map(({ subject, limit, max, windowSeconds, counted, needed, wished }) => {
        const name = `${subject} ${limit}`
        const slot = slotAt(now, windowSeconds)
        const known = slots.get(name) ?? new Map<number, number>()
        for (const [step, count] of counted) known.set(step, (known.get(step) ?? 0) + count)
        const live = [...known]
          .filter(([step, count]) => count > 0 && Math.abs(step - slot) <= slotsPerWindow)
          .toSorted(([a], [b]) => a - b)
        slots.set(name, new Map(live))
        const others = new Map(
          [...(leases.get(name) ?? [])].filter(
            ([other, { until }]) => other !== server && until > now,
          ),
        )
        const used = live.reduce((sum, [, count]) => sum + count, 0)
        const elsewhere = [...others.values()].reduce((sum, { amount }) => sum + amount, 0)
        const room = Math.max(0, Math.floor(max - used - elsewhere))
        const share = Math.floor(room / (leaseDivisor * (others.size + 1)))
        const leased = Math.min(room, Math.max(needed, Math.min(share, wished)))
        const until = now + leaseMilliseconds + windowSeconds * 1000
        if (leased > 0) others.set(server, { amount: leased, until })
        leases.set(name, others)
        return { slots: live, leased, isNear: share < 1, now }
      })
    },
  }
  return { ledger, statements: () => statements }
}

const stepMilliseconds = 5
const startTime = 1_800_000_000_000

interface Simulation {
  max: number
  windowSeconds: number
  /** Requests per second to each server, phase by phase. */
  phases: readonly (readonly number[])[]
  phaseMilliseconds: number
  /** The servers that die and are replaced, and when. */
  crashes: readonly { server: number; at: number }[]
  /** The clock offset of each server, in milliseconds. */
  skews: readonly number[]
}

async function simulate(simulation: Simulation) {
  const { max, windowSeconds, phases, phaseMilliseconds, crashes, skews } = simulation
  let elapsed = 0
  const { ledger, statements } = modelLedger(() => startTime + elapsed)
  const start = (server: number) =>
    new SharedMeter(ledger, () => elapsed + 1000 + (skews[server] ?? 0))
  const servers = (phases[0] ?? []).map((_, server) => start(server))
  const quantity: Quantity = {
    limit: 'apiRequestsPerSecond',
    subject: uuid(),
    max,
    windowSeconds,
  }
  const accepted: number[] = []
  let requests = 0
  const due = servers.map(() => 0)
  for (const rates of phases) {
    const end = elapsed + phaseMilliseconds
    for (; elapsed < end; elapsed += stepMilliseconds) {
      for (const { server } of crashes.filter(({ at }) => at === elapsed))
        if (servers[server] !== undefined) servers[server] = start(server)
      await Promise.all(
        servers.map(async (meter, server) => {
          if ((elapsed + server * 130) % 1000 === 0) await meter.settleDue()
          due[server] = (due[server] ?? 0) + ((rates[server] ?? 0) * stepMilliseconds) / 1000
          const count = Math.floor(due[server] ?? 0)
          due[server] = (due[server] ?? 0) - count
          requests += count
          const verdicts = await Promise.all(
            Array.from({ length: count }, () => meter.take([quantity])),
          )
          for (const verdict of verdicts) if (verdict.accepted) accepted.push(elapsed)
        }),
      )
    }
  }
  return { accepted, requests, statements: statements() }
}

/** Returns the highest number of these times in any window. */
function mostInWindow(times: readonly number[], milliseconds: number): number {
  let most = 0
  let first = 0
  for (const [index, time] of times.entries()) {
    while ((times[first] ?? 0) <= time - milliseconds) first += 1
    most = Math.max(most, index - first + 1)
  }
  return most
}

describe('many servers, simulated', () => {
  const rate = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1500 }))
  const phaseMilliseconds = 1500
  const simulations = fc.integer({ min: 1, max: 8 }).chain((count) =>
    fc.record({
      max: fc.integer({ min: 0, max: 1200 }),
      windowSeconds: fc.constantFrom(1, 3),
      phases: fc.array(fc.array(rate, { minLength: count, maxLength: count }), {
        minLength: 1,
        maxLength: 3,
      }),
      phaseMilliseconds: fc.constant(phaseMilliseconds),
      crashes: fc.array(
        fc.record({
          server: fc.integer({ min: 0, max: count - 1 }),
          at: fc.integer({ min: 0, max: 900 }).map((step) => step * stepMilliseconds),
        }),
        { maxLength: 3 },
      ),
      skews: fc.array(fc.integer({ min: -10_000_000, max: 10_000_000 }), {
        minLength: count,
        maxLength: count,
      }),
    }),
  )

  test('never accept more than the limit in any window, even if they crash', async () => {
    await fc.assert(
      fc.asyncProperty(simulations, async (simulation) => {
        const { accepted } = await simulate(simulation)
        expect(mostInWindow(accepted, simulation.windowSeconds * 1000)).toBeLessThanOrEqual(
          simulation.max,
        )
      }),
      { numRuns: 40 },
    )
  })

  test.each([
    ['evenly', [900, 900, 900]],
    ['on one server', [2500, 0, 0]],
    ['on one server, a little on the others', [2500, 5, 5]],
    ['unevenly, on eight servers', [900, 400, 300, 200, 100, 50, 20, 10]],
  ])('accept what the limit allows within two percent, with load %s', async (_how, rates) => {
    const max = 1000
    const { accepted } = await simulate({
      max,
      windowSeconds: 1,
      phases: [rates],
      phaseMilliseconds: 6000,
      crashes: [],
      skews: [0, 5, -7],
    })
    // The window slides in steps of 1%, so that six windows take up to 1% longer.
    expect(accepted.length).toBeGreaterThan(6 * max * 0.97)
    expect(mostInWindow(accepted, 1000)).toBeGreaterThanOrEqual(max * 0.98)
  })

  test('recover the leases of a dead server once its last use has left the window', async () => {
    const { accepted } = await simulate({
      max: 1000,
      windowSeconds: 1,
      phases: [
        [400, 300],
        [0, 0],
        [5000, 0],
      ],
      phaseMilliseconds: 32_000,
      crashes: [{ server: 1, at: 31_000 }],
      skews: [0, 0],
    })
    const last = accepted.filter((at) => at >= 94_000 && at < 95_000)
    expect(last.length).toBeGreaterThanOrEqual(980)
  })

  test('far from a limit send few statements, however many requests there are', async () => {
    const { requests, statements, accepted } = await simulate({
      max: 1_000_000,
      windowSeconds: 1,
      phases: [[1000, 500, 200]],
      phaseMilliseconds: 5000,
      crashes: [],
      skews: [0, 0, 0],
    })
    expect(accepted.length).toBe(requests)
    // One per second and server, and a few more while a server learns how much it needs.
    expect(statements).toBeLessThan(3 * (5 + 25))
  })
})

test('a lowered limit applies to the next request, whatever was leased', async () => {
  const { ledger } = modelLedger(() => startTime)
  const meter = new SharedMeter(ledger, () => 0)
  const quantity: Quantity = {
    limit: 'apiRequestsPerHour',
    subject: uuid(),
    max: 1000,
    windowSeconds: 3600,
  }
  for (let count = 0; count < 50; count += 1)
    expect((await meter.take([quantity])).accepted).toBe(true)
  expect((await meter.take([{ ...quantity, max: 50 }])).accepted).toBe(false)
  expect((await meter.take([{ ...quantity, max: 51 }])).accepted).toBe(true)
  expect((await meter.take([{ ...quantity, max: 51 }])).accepted).toBe(false)
})

test('a refusal reports no remaining uses, although other servers leased the rest', async () => {
  const { ledger } = modelLedger(() => startTime)
  const quantity: Quantity = {
    limit: 'apiRequestsPerHour',
    subject: uuid(),
    max: 2.5,
    windowSeconds: 3600,
  }
  await new SharedMeter(ledger, () => 0).take([quantity])
  const other = new SharedMeter(ledger, () => 0)
  expect(await other.take([quantity])).toMatchObject({ accepted: true })
  expect(await other.take([quantity])).toMatchObject({ accepted: false, levels: [{ used: 2 }] })
})

test('the settlement after a failed one reports its uses too', async () => {
  const { ledger } = modelLedger(() => startTime)
  let isDown = false
  const meter = new SharedMeter(
    {
      settle: async (...report) => {
        if (isDown) throw new Error('The database is down')
        return ledger.settle(...report)
      },
    },
    () => 0,
  )
  const quantity: Quantity = {
    limit: 'apiRequestsPerHour',
    subject: uuid(),
    max: 2,
    windowSeconds: 3600,
  }
  const other = new SharedMeter(ledger, () => 0)
  expect((await meter.take([quantity])).accepted).toBe(true)
  isDown = true
  await expect(meter.take([quantity])).rejects.toThrow('The database is down')
  isDown = false
  await meter.settle()
  expect((await other.take([quantity])).levels[0]?.used).toBe(2)
  expect((await other.take([quantity])).accepted).toBe(false)
})

test('a release whose settlement fails after it arrived is counted once', async () => {
  const { ledger } = modelLedger(() => startTime)
  let isLost = false
  const meter = new SharedMeter(
    {
      settle: async (...report) => {
        const balances = await ledger.settle(...report)
        if (isLost) throw new Error('The connection was lost')
        return balances
      },
    },
    () => 0,
  )
  const limit = 'parallelApiRequests'
  const quantity: Quantity = { limit, subject: uuid(), max: 3, windowSeconds: 60 }
  await meter.take([quantity])
  const { levels } = await meter.take([quantity])
  await meter.settle()
  isLost = true
  await meter.release(levels)
  await expect(meter.settle()).rejects.toThrow('The connection was lost')
  isLost = false
  await meter.settle()
  const other = new SharedMeter(ledger, () => 0)
  expect((await other.take([quantity])).levels[0]?.used).toBe(2)
})

/** Two servers on one clock, and the only request that a limit allows at a time. */
function twoServers() {
  const clock = { now: 1000 }
  const { ledger } = modelLedger(() => startTime + clock.now)
  const newServer = () => new SharedMeter(ledger, () => clock.now)
  const limit = 'parallelApiRequests'
  const request: Quantity = { limit, subject: uuid(), max: 1, windowSeconds: 60 }
  return { clock, server: newServer(), other: newServer(), request }
}

test('a long request still frees its use after the server forgot the limit', async () => {
  const { clock, server, other, request } = twoServers()
  const { levels } = await server.take([request])
  // The first settlement reports the use, and the second one forgets the limit.
  clock.now += 1000
  await server.settleDue()
  clock.now += 1000
  await server.settleDue()
  await server.release(levels)
  await server.settle()
  expect(await other.take([request])).toMatchObject({ accepted: true })
})

test('a server that ends returns every lease', async () => {
  const { ledger } = modelLedger(() => startTime)
  const [server, other] = [new SharedMeter(ledger, () => 0), new SharedMeter(ledger, () => 0)]
  const limit = 'apiRequestsPerHour'
  const quantity: Quantity = { limit, subject: uuid(), max: 100, windowSeconds: 3600 }
  const accepted = async (meter: SharedMeter, requests: number) => {
    let count = 0
    for (let request = 0; request < requests; request += 1)
      if ((await meter.take([quantity])).accepted) count += 1
    return count
  }
  expect(await accepted(server, 10)).toBe(10)
  await server.settle()
  expect(await accepted(other, 100)).toBe(90)
})

test('an idle server returns its last leased use', async () => {
  const { clock, server, other, request } = twoServers()
  const { levels } = await server.take([request])
  await server.release(levels)
  clock.now += 1000
  await server.settleDue()
  expect(await other.take([request])).toMatchObject({ accepted: true })
})

describe('the ledger in the database', () => {
  let database: Database
  let close: () => Promise<void>
  beforeAll(async () => ({ database, close } = await freshDatabase()))
  afterAll(() => close())

  test('leases the same as the simulated one', async () => {
    const subjects = [uuid(), uuid(), uuid()]
    // A window of so many hours that the time between the two ledgers does not matter.
    const windowSeconds = 3_600_000
    let now = 0
    const real = databaseLedger(database)
    const { ledger: model } = modelLedger(() => now)
    const report = fc.record({
      subject: fc.constantFrom(...subjects),
      limit: fc.constantFrom('apiRequestsPerHour', 'parallelApiRequests'),
      max: fc.constantFrom(0, 10, 100, 99.5, 1e300),
      counted: fc.array(
        fc.tuple(
          fc.constantFrom(-150, -101, -100, -99, -3, -2, -1, 0, 1, 100, 101, 150),
          fc.integer({ min: -2, max: 9 }),
        ),
        { maxLength: 3 },
      ),
      needed: fc.integer({ min: 0, max: 20 }),
      wished: fc.integer({ min: 0, max: 50 }),
    })
    const settlement = fc.record({
      server: fc.constantFrom('a', 'b', 'c'),
      // The lease of a server ends a window later, so that the second one has ended at once.
      leaseMilliseconds: fc.constantFrom(30_000, 30_000, -windowSeconds * 1000 - 1),
      reports: fc.uniqueArray(report, {
        minLength: 1,
        maxLength: 3,
        selector: ({ subject, limit }) => `${subject} ${limit}`,
      }),
    })
    await fc.assert(
      fc.asyncProperty(settlement, async ({ server, leaseMilliseconds, reports }) => {
        const slot = slotAt(Date.now(), windowSeconds)
        const settled = reports.map(({ counted, ...others }) => ({
          ...others,
          windowSeconds,
          counted: new Map(counted.map(([steps, count]) => [slot + steps, count])),
        }))
        const balances = await real.settle(server, leaseMilliseconds, settled)
        now = balances[0]?.now ?? 0
        const expected = await model.settle(server, leaseMilliseconds, settled)
        // Limits that are new are settled by a second statement, which is a little later.
        expect(balances).toEqual(
          expected.map((balance) => ({ ...balance, now: expect.closeTo(now, -4) })),
        )
      }),
      { numRuns: 200 },
    )
  })

  test('does not count leases from before the clock was set back', async () => {
    const subject = uuid()
    const limit = 'parallelApiRequests'
    const until = Date.now() + 86_400_000
    await database
      .insertInto('limit_meters')
      .values({
        subject,
        limit_name: limit,
        leases: JSON.stringify({ dead: { amount: 1, until } }),
      })
      .execute()
    const report = { subject, limit, max: 1, windowSeconds: 60, needed: 1, wished: 1 } as const
    const ledger = databaseLedger(database)
    const [balance] = await ledger.settle('alive', 30_000, [{ ...report, counted: new Map() }])
    expect(balance?.leased).toBe(1)
  })
})

describe('a settlement', () => {
  const quantity = {
    limit: 'apiRequestsPerHour',
    subject: uuid(),
    max: 1000,
    windowSeconds: 3600,
  } as const

  /** A server whose settlements wait until they are completed, or fail. */
  function slowServer() {
    const clock = { now: 1000 }
    const { ledger, statements } = modelLedger(() => startTime + clock.now)
    const waiting: { complete: () => void; fail: (error: Error) => void }[] = []
    const server = new SharedMeter(
      {
        async settle(...report) {
          await new Promise<void>((complete, fail) => waiting.push({ complete, fail }))
          return ledger.settle(...report)
        },
      },
      () => clock.now,
    )
    const next = async () => {
      await vi.waitFor(() => expect(waiting).not.toEqual([]))
      const [first] = waiting.splice(0, 1)
      return first ?? expect.fail('No settlement')
    }
    const complete = async () => (await next()).complete()
    return { clock, server, waiting, next, complete, statements }
  }

  test('serves the requests that arrive while it is under way', async () => {
    const { clock, server, waiting, complete, statements } = slowServer()
    for (let request = 0; request < 2; request += 1) {
      const taken = server.take([quantity])
      await complete()
      await taken
    }
    await server.take([quantity])
    const before = statements()
    clock.now += 10_000
    const settling = server.settleDue()
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    const requests = [server.take([quantity]), server.take([quantity])]
    await complete()
    await settling
    expect(await Promise.all(requests)).toMatchObject([
      { accepted: true, levels: [{ used: 4 }] },
      { accepted: true, levels: [{ used: 5 }] },
    ])
    expect(statements()).toBe(before + 1)
  })

  test('answers all requests that wait for it with one statement', async () => {
    const { server, complete, statements } = slowServer()
    const first = server.take([quantity])
    await complete()
    await first
    const requests = Array.from({ length: 20 }, () => server.take([quantity]))
    await complete()
    for (const { accepted } of await Promise.all(requests)) expect(accepted).toBe(true)
    expect(statements()).toBe(2)
  })

  test('of one limit says nothing about another that was full earlier', async () => {
    const { clock, server, waiting, complete } = slowServer()
    const workspace = { ...quantity, max: 10 }
    const tenant = { ...quantity, subject: uuid(), max: 1, windowSeconds: 1 }
    for (const accepted of [true, false]) {
      const request = server.take([workspace, tenant])
      await complete()
      expect(await request).toMatchObject({ accepted })
    }
    await server.take([workspace])
    clock.now += 1100
    const ofWorkspace = server.take([workspace])
    await vi.waitFor(() => expect(waiting).toHaveLength(1))
    const request = server.take([workspace, tenant])
    await complete()
    await ofWorkspace
    void complete().then(complete, () => {})
    expect(await request).toMatchObject({ accepted: true })
  })

  test('that fails leaves no lease behind, and the next one is asked for', async () => {
    const { clock, server, next, complete } = slowServer()
    const failed = new Error('The database is down')
    const first = server.take([quantity])
    await complete()
    await first
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const request = server.take([quantity]).catch((error: unknown) => error)
      const { fail } = await next()
      fail(failed)
      expect(await request).toBe(failed)
    }
    clock.now += 1
    const request = server.take([quantity])
    await complete()
    expect(await request).toMatchObject({ accepted: true, levels: [{ used: 2 }] })
  })

  test('counts uses for the whole window, whenever in it the ledger read its clock', async () => {
    const latency = fc.integer({ min: 0, max: 400 })
    const windows = fc.constantFrom(1, 3, 60)
    await fc.assert(
      fc.asyncProperty(latency, latency, windows, async (there, back, windowSeconds) => {
        const clock = { now: 1000 }
        const { ledger } = modelLedger(() => startTime + clock.now)
        const server = new SharedMeter(
          {
            async settle(...report) {
              clock.now += there
              const balances = await ledger.settle(...report)
              clock.now += back
              return balances
            },
          },
          () => clock.now,
        )
        const { levels } = await server.take([{ ...quantity, windowSeconds }])
        const time = startTime + clock.now
        const [level] = levels
        expect(level?.slot).toBe(slotAt(time + there, windowSeconds))
        const longest = secondsUntilExpiry(level?.slot ?? 0, time - back, windowSeconds)
        expect(level?.resetSeconds).toBeCloseTo(longest, 6)
      }),
    )
  })
})

test('a lease is used until it ends, and not longer', async () => {
  let now = 1000
  const { ledger, statements } = modelLedger(() => startTime + now)
  const server = new SharedMeter(ledger, () => now)
  const quantity = {
    limit: 'apiRequestsPerHour',
    subject: uuid(),
    max: 1000,
    windowSeconds: 3600,
  } as const
  for (let request = 0; request < 2; request += 1) await server.take([quantity])
  expect(statements()).toBe(2)
  now += 29_999
  await server.take([quantity])
  expect(statements(), 'under the lease').toBe(2)
  now += 1
  await server.take([quantity])
  expect(statements(), 'after the lease').toBe(3)
})

test('a release near a limit is reported at once', async () => {
  const { clock, server, other, request } = twoServers()
  const { levels } = await server.take([request])
  await server.settle()
  expect(await other.take([request])).toMatchObject({ accepted: false })
  await server.release(levels)
  await vi.waitFor(async () => {
    // The other server does not ask again at once.
    clock.now += 200
    expect(await other.take([request])).toMatchObject({ accepted: true })
  })
})

test('a server that is idle forgets its limits and stops its timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  try {
    const { ledger } = modelLedger(() => Date.now())
    // The timer reads the clock.
    const clock = vi.fn<() => number>(() => Date.now())
    const meter = new SharedMeter(ledger, clock)
    const limit = 'apiRequestsPerSecond'
    await meter.take([{ limit, subject: uuid(), max: 1000, windowSeconds: 1 }])
    clock.mockClear()
    await vi.advanceTimersByTimeAsync(5000)
    expect(clock).toHaveBeenCalled()
    clock.mockClear()
    await vi.advanceTimersByTimeAsync(5000)
    expect(clock).not.toHaveBeenCalled()
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  [1, 1000],
  [300, 3000],
  [3600, 10_000],
])('with room, a window of %i s is settled every %i ms', async (windowSeconds, interval) => {
  let now = 1000
  const { ledger, statements } = modelLedger(() => startTime + now)
  const meter = new SharedMeter(ledger, () => now)
  const limit = 'apiRequestsPerSecond'
  await meter.take([{ limit, subject: uuid(), max: 10_000, windowSeconds }])
  const settledBefore = statements()
  now += interval - 1
  await meter.settleDue()
  expect(statements()).toBe(settledBefore)
  now += 1
  await meter.settleDue()
  expect(statements()).toBe(settledBefore + 1)
})

test.each([
  [1, 10],
  [3600, 200],
])(
  'a full limit with a window of %i s is checked again after %i ms',
  async (windowSeconds, pause) => {
    let now = 1000
    const { ledger, statements } = modelLedger(() => startTime + now)
    const meter = new SharedMeter(ledger, () => now)
    const quantity = {
      limit: 'apiRequestsPerSecond' as const,
      subject: uuid(),
      max: 0,
      windowSeconds,
    }
    const isAsked = async () => {
      const before = statements()
      expect((await meter.take([quantity])).accepted).toBe(false)
      return statements() > before
    }
    expect(await isAsked()).toBe(true)
    now += pause - 1
    expect(await isAsked()).toBe(false)
    now += 1
    expect(await isAsked()).toBe(true)
  },
)

test.each([1, 3600])(
  'uses of a window of %i s are reported without a further request',
  async (windowSeconds) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    try {
      const { ledger, statements } = modelLedger(() => Date.now())
      const meter = new SharedMeter(ledger, () => Date.now())
      const limit = 'apiRequestsPerSecond'
      await meter.take([{ limit, subject: uuid(), max: 1000, windowSeconds }])
      const settledBefore = statements()
      await vi.advanceTimersByTimeAsync(11_000)
      expect(statements()).toBeGreaterThan(settledBefore)
    } finally {
      vi.useRealTimers()
    }
  },
)

test('far from a limit, requests one after another in flight need one statement', async () => {
  const { ledger, statements } = modelLedger(() => startTime)
  const meter = new SharedMeter(ledger, () => 0)
  const limit = 'parallelApiRequests'
  const quantity = { limit, subject: uuid(), max: 100, windowSeconds: 60 } as const
  for (let request = 0; request < 50; request += 1) {
    const { accepted, levels } = await meter.take([quantity])
    expect([accepted, levels[0]?.used]).toEqual([true, 1])
    await meter.release(levels)
  }
  expect(statements()).toBe(1)
})

test('a server with nothing to report or return sends no statement', async () => {
  let now = 1000
  const { ledger, statements } = modelLedger(() => startTime + now)
  const meter = new SharedMeter(ledger, () => now)
  const limit = 'apiRequestsPerSecond'
  await meter.take([{ limit, subject: uuid(), max: 0, windowSeconds: 1 }])
  const before = statements()
  now += 60_000
  await meter.settleDue()
  expect(statements()).toBe(before)
})
