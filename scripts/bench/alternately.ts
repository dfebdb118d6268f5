import { quantile } from './figure'

const rounds = 9
const atOnce = 20

/** Runs one of a kind of work. */
export type Work = () => Promise<unknown>

/** Runs works at once, each as soon as the one before it is done, and returns how many a second. */
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
 * Compares two ways to do the same, in turns within this process.
 * @returns how many of each a second, by the median of the rounds. The first round is not counted.
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
