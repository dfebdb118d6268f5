/**
 * Returns the version that the engine assigns by default: the next minor one.
 * @param published versions of the form `1.2.3`, in any order
 */
export function nextVersion(published: readonly string[]): string {
  const numbers = published
    .map((version) => version.split('.').map(Number))
    .filter((parts) => parts.length === 3 && parts.every(Number.isSafeInteger))
    .sort((one, other) => {
      const index = one.findIndex((part, place) => part !== other[place])
      return (other[index] ?? 0) - (one[index] ?? 0)
    })
  const [[major = 1, minor = -1] = []] = numbers
  return `${major}.${minor + 1}.0`
}
