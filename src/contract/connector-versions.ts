/** The numbers of a version. With 15 digits, the most that the API accepts, they are exact. */
function numbersOf(version: string): number[] {
  return version.split('.').map(Number)
}

/** Compares versions, the newer one first: 1.10.0 comes before 1.9.0. */
export function newestFirst(one: string, other: string): number {
  const [numbers, others] = [numbersOf(one), numbersOf(other)]
  const index = numbers.findIndex((number, place) => number !== others[place])
  return (others[index] ?? 0) - (numbers[index] ?? 0)
}

/**
 * Returns the version that is published by default: the minor one after the newest, or 1.0.0.
 * Ignores versions of other forms, which another engine may have.
 */
export function nextVersion(published: readonly string[]): string {
  const [newest] = published.filter((version) => /^\d+\.\d+\.\d+$/.test(version)).sort(newestFirst)
  if (newest === undefined) return '1.0.0'
  const [major = 0, minor = 0] = numbersOf(newest)
  return `${major}.${minor + 1}.0`
}
