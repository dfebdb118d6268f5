const list = new Intl.ListFormat('en', { type: 'disjunction' })

/** Names values to choose from: `RS256, ES256, or EdDSA`. */
export function eitherOf(values: readonly string[]): string {
  return list.format(values)
}
