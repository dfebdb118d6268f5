import { ADDRCONFIG, type LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { Mutex, withTimeout } from 'async-mutex'

type Addresses = readonly LookupAddress[]

/** A result is kept for this many times as long as its lookup took. */
const keptTimes = 2

/** As Node does for connections: of the kinds of addresses that this machine has itself. */
const lookUp = (name: string): Promise<Addresses> => lookup(name, { all: true, hints: ADDRCONFIG })

/**
 * Creates a resolver of names that users enter. It resolves one name at a time: Node resolves two,
 * and those of the database and of the identity provider would wait for minutes behind names whose
 * servers do not respond. A name has one lookup at a time, whose result is kept for twice as long
 * as it took. So one that does not resolve holds up others for at most a third of the time.
 * @param resolveOne resolves one name with the operating system
 * @throws from the returned function, what the lookup throws, and an error if its turn does not
 * come in time
 */
export function nameResolver(
  timeoutMilliseconds: number,
  resolveOne = lookUp,
): (name: string) => Promise<Addresses> {
  const turns = withTimeout(new Mutex(), timeoutMilliseconds)
  const results = new Map<string, Promise<Addresses>>()

  function resolve(name: string): Promise<Addresses> {
    let startedAt: number | undefined
    const result = turns.runExclusive(() => {
      startedAt = performance.now()
      return resolveOne(name)
    })
    const forgetLater = () => {
      const taken = startedAt === undefined ? 0 : performance.now() - startedAt
      setTimeout(() => results.delete(name), keptTimes * taken).unref()
    }
    results.set(name, result)
    result.then(forgetLater, forgetLater)
    return result
  }

  return (name) => results.get(name) ?? resolve(name)
}
