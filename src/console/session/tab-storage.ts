import type { z } from 'zod'

/** What this tab keeps under a key; undefined where there is nothing, or something else. */
export function readFromTab<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''))
  } catch {
    return undefined
  }
}

/** Keeps a value until the tab is closed; undefined takes it away. */
export function keepInTab(key: string, value: unknown): void {
  if (value === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(value))
}
