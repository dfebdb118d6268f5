/** The most fields that are shown, since a page with thousands would be unresponsive. */
const maxFields = 200

/** The deepest nesting of objects that is shown. */
const maxDepth = 8

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reduces a JSON Schema to the first properties, as many as a preview can show.
 * @returns the schema and the number of properties left out, not counting nested ones
 */
export function firstFields(schema: unknown): { schema: unknown; leftOut: number } {
  let shown = 0
  let leftOut = 0

  function cut(value: unknown, depth: number): unknown {
    if (!isObject(value)) return value
    const { properties, items, ...rest } = value
    const kept: [string, unknown][] = []
    if (isObject(properties))
      for (const [name, property] of Object.entries(properties)) {
        if (shown >= maxFields || depth >= maxDepth) {
          leftOut += 1
          continue
        }
        shown += 1
        kept.push([name, cut(property, depth + 1)])
      }
    return {
      ...rest,
      ...(properties === undefined
        ? {}
        : { properties: isObject(properties) ? Object.fromEntries(kept) : properties }),
      ...(items === undefined ? {} : { items: depth >= maxDepth ? {} : cut(items, depth + 1) }),
    }
  }

  return { schema: cut(schema, 0), leftOut }
}
