import { maxIssues, type Issue } from '@/contract/errors'

export const maxNesting = 100

/** A part of a value and its place. The path is only written out for a part with an issue. */
interface Part {
  value: unknown
  key?: string | number
  within?: Part
  depth: number
}

function pathTo(part: Part): (string | number)[] {
  const path: (string | number)[] = []
  for (let at: Part | undefined = part; at !== undefined; at = at.within)
    if (at.key !== undefined) path.push(at.key)
  return path.toReversed()
}

/**
 * Finds what JSON allows but the database cannot store: NUL, half a surrogate pair, infinite
 * numbers and deep nesting. Also finds `__proto__`, which some parsers drop or interpret.
 * @returns the first hundred issues
 */
export function findInvalidText(value: unknown, root: readonly (string | number)[]): Issue[] {
  const issues: Issue[] = []
  const open: Part[] = [{ value, depth: 0 }]
  const refuse = (part: Part, message: string) =>
    issues.push({ path: [...root, ...pathTo(part)], message, code: 'unstorable' })

  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (issues.length >= maxIssues) return issues
    const { value: content, depth } = part
    if (typeof content === 'string' && (content.includes('\0') || !content.isWellFormed()))
      refuse(part, 'Text with a NUL or a broken character cannot be stored')
    if (typeof content === 'number' && !Number.isFinite(content))
      refuse(part, 'This number is too large')
    if (typeof content !== 'object' || content === null) continue
    if (depth >= maxNesting) {
      const [top] = pathTo(part)
      issues.push({
        path: top === undefined ? [...root] : [...root, top],
        message: `Nested deeper than ${maxNesting} levels`,
        code: 'unstorable',
      })
      continue
    }
    for (const [key, member] of Object.entries(content)) {
      if (key.includes('\0') || !key.isWellFormed())
        refuse(part, 'A property name with a NUL or a broken character cannot be stored')
      else {
        const inner: Part = {
          value: member,
          key: Array.isArray(content) ? Number(key) : key,
          within: part,
          depth: depth + 1,
        }
        if (key === '__proto__') refuse(inner, 'A property must not have this name')
        else open.push(inner)
      }
      if (issues.length >= maxIssues) return issues
    }
  }
  return issues
}
