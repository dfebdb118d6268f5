import type { Level, Meter, Quantity, Verdict } from '@/server/core/ports/meter'
import type { Ledger, Report } from './ledger'
import { SlidingWindow, secondsUntilExpiry, slotAt } from './sliding-window'

/** The longest time that a server uses a lease, from when it asked for it. */
const leaseMilliseconds = 30_000
const tickMilliseconds = 1000
/** The longest time between two settlements of a limit in the background. */
const maxSettleMilliseconds = 10_000
/** The longest time that a server remembers that a limit is full. */
const maxFullMilliseconds = 200

/** The state of one limit of one workspace or tenant on this server. */
interface Account {
  readonly quantity: Quantity
  max: number
  /** The uses that this server knows. */
  window: SlidingWindow
  /** Uses to report to the ledger, by step. */
  unreported: Map<number, number>
  /** How many uses the server may still accept without the ledger, until `leaseEnds`. */
  leased: number
  leaseEnds: number
  /** How many uses were accepted since the last settlement. */
  accepted: number
  /** How many requests are waiting for a settlement. */
  waiting: number
  settledAt: number
  isSettling: boolean
  /** Whether the last settlement leased less than was needed. Remembered until `fullUntil`. */
  isFull: boolean
  fullUntil: number
  isNear: boolean
}

const nameOf = ({ subject, limit }: Pick<Quantity, 'subject' | 'limit'>) => `${subject} ${limit}`

function add(counts: Map<number, number>, slot: number, count: number): void {
  const sum = (counts.get(slot) ?? 0) + count
  if (sum === 0) counts.delete(slot)
  else counts.set(slot, sum)
}

/**
 * Counts for servers that share a database, without a statement per request: a server leases uses
 * from the ledger, accepts requests under the lease and reports them later. The algorithm and its
 * bounds are described in docs/metering.md.
 */
export class SharedMeter implements Meter {
  readonly #accounts = new Map<string, Account>()
  /** The accounts of the next settlement. */
  readonly #due = new Set<Account>()
  /** The settlement that is running, and the one after it. */
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  /**
   * The offset from the local clock to the ledger's, as a range, since it is unknown when during
   * the round trip the ledger read its clock.
   */
  #clockOffset = { most: 0, least: 0 }
  readonly #server = crypto.randomUUID()

  constructor(
    private readonly ledger: Ledger,
    /** A monotonic clock in milliseconds. Servers need not agree on it. */
    private readonly clock: () => number = () => performance.now(),
  ) {}

  async take(quantities: readonly Quantity[]): Promise<Verdict> {
    const since = this.clock()
    for (;;) {
      const now = this.clock()
      const accounts = quantities.map((quantity) => this.#accountOf(quantity))
      const short = accounts.filter((account) => !this.#canAccept(account, now))
      if (short.length === 0) return this.#accept(accounts, now)
      const full = short.filter(
        ({ isSettling, isFull, fullUntil, settledAt }) =>
          !isSettling && isFull && (now < fullUntil || settledAt >= since),
      )
      if (full.length > 0) return this.#refuse(accounts, full, now)
      await this.#settled(short)
    }
  }

  async release(levels: readonly Level[]): Promise<void> {
    for (const level of levels) {
      const account = this.#accounts.get(nameOf(level)) ?? this.#accountOf(level)
      account.window.remove(level.slot)
      const isReported = (account.unreported.get(level.slot) ?? 0) <= 0
      add(account.unreported, level.slot, -1)
      account.isFull = false
      if (!isReported) account.leased += 1
      else if (account.isNear) {
        this.#due.add(account)
        // The next request needs the database too and will report a failure.
        void this.#settleNext().catch(() => {})
      }
    }
    this.#schedule()
  }

  /** Reports all uses and returns every lease. Call it before the process ends. */
  async settle(): Promise<void> {
    clearTimeout(this.#timer)
    for (const account of this.#accounts.values()) {
      account.accepted = 0
      this.#due.add(account)
    }
    await this.#settleNext()
  }

  /** Settles the accounts that are due, and drops those no longer used. */
  async settleDue(): Promise<void> {
    const now = this.clock()
    for (const [name, account] of this.#accounts) {
      const { unreported, leased, settledAt, quantity, isNear, isSettling } = account
      const interval = isNear
        ? tickMilliseconds
        : Math.min(Math.max(quantity.windowSeconds * 10, tickMilliseconds), maxSettleMilliseconds)
      if (isSettling || now < settledAt + interval) continue
      if (unreported.size > 0 || leased > 0) this.#due.add(account)
      else if (account.waiting === 0) this.#accounts.delete(name)
    }
    if (this.#due.size > 0) await this.#settleNext()
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#accounts.size === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      void this.settleDue()
        .catch(() => {})
        .finally(() => this.#schedule())
    }, tickMilliseconds)
    if (typeof this.#timer === 'object') this.#timer.unref()
  }

  #accountOf(quantity: Quantity): Account {
    const name = nameOf(quantity)
    const known = this.#accounts.get(name)
    if (known === undefined) {
      const account: Account = {
        quantity,
        max: quantity.max,
        window: new SlidingWindow(),
        unreported: new Map(),
        leased: 0,
        leaseEnds: 0,
        accepted: 0,
        waiting: 0,
        settledAt: Number.NEGATIVE_INFINITY,
        isSettling: false,
        isFull: false,
        fullUntil: 0,
        isNear: false,
      }
      this.#accounts.set(name, account)
      return account
    }
    if (known.max !== quantity.max) {
      // The lease was granted for the old limit.
      known.max = quantity.max
      known.leaseEnds = Number.NEGATIVE_INFINITY
      known.isFull = false
    }
    return known
  }

  #canAccept({ isSettling, leased, leaseEnds }: Account, now: number): boolean {
    return !isSettling && leased >= 1 && now < leaseEnds
  }

  #levelOf({ quantity, max, window }: Account, now: number): Level {
    const { subject, limit, windowSeconds } = quantity
    const slot = slotAt(now + this.#clockOffset.least, windowSeconds)
    const used = window.usedAt(slot)
    const resetSeconds = secondsUntilExpiry(
      window.oldest() ?? slot,
      now + this.#clockOffset.least,
      windowSeconds,
    )
    return { subject, limit, max, windowSeconds, used, resetSeconds, slot }
  }

  #accept(accounts: readonly Account[], now: number): Verdict {
    const levels = accounts.map((account) => {
      // The latest possible step, so that no use leaves the window too soon.
      const slot = slotAt(now + this.#clockOffset.most, account.quantity.windowSeconds)
      account.leased -= 1
      account.accepted += 1
      account.window.add(slot)
      add(account.unreported, slot, 1)
      return { ...this.#levelOf(account, now), slot }
    })
    this.#schedule()
    return { accepted: true, levels }
  }

  #refuse(accounts: readonly Account[], full: readonly Account[], now: number): Verdict {
    const levels = accounts.map((account) => {
      const level = this.#levelOf(account, now)
      // Other servers have leased the rest.
      return full.includes(account)
        ? { ...level, used: Math.max(level.used, Math.floor(account.max)) }
        : level
    })
    return { accepted: false, levels }
  }

  /** Waits for the settlement of these accounts, or for the one that some of them are in. */
  async #settled(accounts: readonly Account[]): Promise<void> {
    if (accounts.some(({ isSettling }) => isSettling)) return this.#running
    for (const account of accounts) {
      account.waiting += 1
      this.#due.add(account)
    }
    return this.#settleNext()
  }

  /** Settles the due accounts. Only one settlement runs at a time; later accounts join the next. */
  #settleNext(): Promise<void> {
    this.#next ??= (async () => {
      await this.#running?.catch(() => {})
      this.#next = undefined
      this.#running = this.#runSettlement()
      await this.#running
    })()
    return this.#next
  }

  async #runSettlement(): Promise<void> {
    const accounts = [...this.#due]
    this.#due.clear()
    const sentAt = this.clock()
    const reports = accounts.map((account): Report => {
      const report = {
        ...account.quantity,
        max: account.max,
        counted: account.unreported,
        needed: account.waiting,
        wished: account.waiting + 2 * account.accepted,
      }
      account.unreported = new Map()
      account.waiting = 0
      account.accepted = 0
      account.leased = 0
      account.isSettling = true
      return report
    })
    try {
      const balances = await this.ledger.settle(this.#server, leaseMilliseconds, reports)
      const now = this.clock()
      for (const [index, account] of accounts.entries()) {
        const balance = balances[index]
        const needed = reports[index]?.needed ?? 0
        if (balance === undefined) continue
        this.#clockOffset = { most: balance.now - sentAt, least: balance.now - now }
        account.window = new SlidingWindow(balance.slots)
        account.leased = balance.leased
        account.leaseEnds = sentAt + leaseMilliseconds
        account.isNear = balance.isNear
        account.isFull = balance.leased < needed
        account.fullUntil = now + Math.min(account.quantity.windowSeconds * 10, maxFullMilliseconds)
      }
    } catch (error) {
      for (const [index, account] of accounts.entries()) {
        // It is unknown whether the report arrived. Uses are reported again and may count twice;
        // releases are not, since a released use expires by itself.
        for (const [slot, count] of reports[index]?.counted ?? [])
          if (count > 0) add(account.unreported, slot, count)
        account.isFull = false
      }
      throw error
    } finally {
      for (const account of accounts) {
        account.settledAt = this.clock()
        account.isSettling = false
      }
    }
  }
}
