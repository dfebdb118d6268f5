import { useQueries, useQuery } from '@tanstack/react-query'
import { loadPart } from '@/console/ui/loading/load-part'
import { UnusableKey } from '@/contract/public-keys'
import type { ReadKey } from './read-key'

type Reading = { keys: readonly ReadKey[] } | { error: string }

/** The keys in a text never change, so each text is read once. */
const readingQuery = (text: string) => ({
  queryKey: ['keys', text],
  queryFn: async (): Promise<Reading> => {
    const { readKeys } = await loadPart(() => import('./read-key'))
    try {
      return { keys: await readKeys(text) }
    } catch (error) {
      return { error: error instanceof UnusableKey ? error.message : 'This key can’t be read' }
    }
  },
  staleTime: Infinity,
})

/** Reads a pasted or dropped text; undefined while it is empty or being read. */
export function useReadKeys(text: string): Reading | undefined {
  return useQuery({ ...readingQuery(text), enabled: text.trim() !== '' }).data
}

/** The key of a registered text, or why it isn't one; neither while it is being read. */
export interface RegisteredKey {
  key?: ReadKey
  error?: string
}

function registeredKey(reading: Reading | undefined): RegisteredKey {
  if (reading === undefined || 'error' in reading) return reading ?? {}
  const [key] = reading.keys
  if (key === undefined || reading.keys.length > 1)
    return {
      error: `This is a set of ${reading.keys.length} keys: register each as its own entry`,
    }
  return { key }
}

/** Reads the texts of registered keys. */
export function useRegisteredKeys(texts: readonly string[]): readonly RegisteredKey[] {
  return useQueries({
    queries: texts.map(readingQuery),
    combine: (results) => results.map(({ data }) => registeredKey(data)),
  })
}
