import { quantile } from './figure'

const rounds = 9
const atOnce = 20

/** Runs one unit of work. */
export type Work = () => Promise<unknown>

/** Runs concurrent chains of work, and returns the units per second. */
async function perSecond(work: Work, times: number): Promise<number> {
  const since = performance.now()
  let left = times
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (left > 0) {
        left -= 1
        await work()
      }
    }),
  )
  return (times / (performance.now() - since)) * 1000
}

/**
 * Compares two implementations, alternating between them in this process.
 * @returns the units per second of each: the median of the rounds, without the first one
 */
export async function alternately(
  one: Work,
  other: Work,
  timesPerRound: number,
): Promise<readonly [one: number, other: number]> {
  const seen: [number[], number[]] = [[], []]
  for (let round = 0; round <= rounds; round += 1) {
    const figures = [await perSecond(one, timesPerRound), await perSecond(other, timesPerRound)]
    if (round > 0) figures.forEach((figure, index) => seen[index]?.push(figure))
  }
  return [quantile(seen[0], 0.5), quantile(seen[1], 0.5)]
}
