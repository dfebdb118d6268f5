import { defaultParseSearch } from '@tanstack/react-router'

/**
 * Parses the query of a URL. The router reads what looks like a number as one, which would drop the
 * search of a typed link such as `?q=365`: no page has a number there, so it stays a text.
 */
export function parseQuery(query: string): Record<string, unknown> {
  const typed = new URLSearchParams(query)
  return Object.fromEntries(
    Object.entries(defaultParseSearch(query)).map(([name, value]: [string, unknown]) => [
      name,
      typeof value === 'number' || value === null ? typed.get(name) : value,
    ]),
  )
}
