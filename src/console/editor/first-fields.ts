/** So many fields are shown of a schema: a page with thousands would stand still while one types. */
const maxFields = 200

/** So many objects are shown within each other. */
const maxDepth = 8

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * A JSON Schema with only as many properties as a preview can show, the first ones.
 * @returns the schema, and how many properties were left out; those within them are not counted
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
