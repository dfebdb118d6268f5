interface KeyEntry {
  name: string
  publicKey: string
}

/** Returns what to call each key of the list. */
export function keyNames(entries: readonly KeyEntry[]): string[] {
  return entries.map(({ name }, index) => name || `key ${index + 1}`)
}

/**
 * Identifies the card of each key by its text: the form's own ids change when what others save is
 * merged.
 */
export function cardIds(entries: readonly KeyEntry[]): string[] {
  return entries.map(({ publicKey: text }, index) => {
    const earlier = entries.slice(0, index).filter(({ publicKey }) => publicKey === text)
    return `${earlier.length} ${text}`
  })
}

type Fingerprints = readonly (string | undefined)[]

/** Returns for each key the name of an earlier one with the same fingerprint, if there is one. */
export function namesOfSame(names: readonly string[], fingerprints: Fingerprints) {
  return fingerprints.map((fingerprint, index) => {
    const first = fingerprint === undefined ? index : fingerprints.indexOf(fingerprint)
    return first === index ? undefined : names[first]
  })
}

/** Returns the names of the keys by fingerprint, as far as those are known. */
export function namesByFingerprint(
  names: readonly string[],
  fingerprints: Fingerprints,
): ReadonlyMap<string, string> {
  return new Map(
    names.flatMap((name, index) => {
      const fingerprint = fingerprints[index]
      return fingerprint === undefined ? [] : [[fingerprint, name] as const]
    }),
  )
}
