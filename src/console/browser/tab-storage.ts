import type { z } from 'zod'

/** Reads a value of this tab; undefined where there is none, or it doesn't fit the schema. */
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

/** Keeps a value until the tab is closed; undefined removes it. */
export function keepInTab(key: string, value: unknown): void {
  if (value === undefined) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(value))
}
