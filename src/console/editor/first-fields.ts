/** The most fields that are shown, since a page with thousands would be unresponsive. */
const maxFields = 200

/** The deepest nesting of objects that is shown. */
const maxDepth = 8

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns what a reference within a document leads to; undefined if it leads nowhere. */
function atReference(document: unknown, reference: string): unknown {
  const [start, ...steps] = reference.split('/')
  let value = start === '#' ? document : undefined
  for (const step of steps) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
    value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  }
  return value
}

/**
 * Reduces a JSON Schema to the first properties, as many as a preview can show, with what its
 * references lead to in their place. A reference back to where it is stays.
 * @returns the schema and the number of properties left out, not counting nested ones
 */
export function firstFields(schema: unknown): { schema: unknown; leftOut: number } {
  let shown = 0
  let leftOut = 0

  function cut(value: unknown, depth: number, within: readonly unknown[]): unknown {
    if (!isObject(value)) return value
    const { $ref, ...others } = value
    const target = typeof $ref === 'string' ? atReference(schema, $ref) : undefined
    if (isObject(target) && !within.includes($ref))
      return cut({ ...target, ...others }, depth, [...within, $ref])
    const { properties, items, ...rest } = value
    const kept: [string, unknown][] = []
    if (isObject(properties))
      for (const [name, property] of Object.entries(properties)) {
        if (shown >= maxFields || depth >= maxDepth) {
          leftOut += 1
          continue
        }
        shown += 1
        kept.push([name, cut(property, depth + 1, within)])
      }
    return {
      ...rest,
      ...(properties === undefined
        ? {}
        : { properties: isObject(properties) ? Object.fromEntries(kept) : properties }),
      ...(items === undefined
        ? {}
        : { items: depth >= maxDepth ? {} : cut(items, depth + 1, within) }),
    }
  }

  return { schema: cut(schema, 0, ['#']), leftOut }
}
