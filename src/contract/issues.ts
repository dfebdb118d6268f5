import type { z } from 'zod'
import { maxIssues, type Issue } from './errors'
import './issue-messages'

type ZodIssue = z.core.$ZodIssue
type Path = readonly (string | number)[]

function pathOf(keys: readonly PropertyKey[]): (string | number)[] {
  return keys.map((key) => (typeof key === 'symbol' ? key.toString() : key))
}

/** The depths that are known: each union asks for those of all unions in it. */
const depths = new WeakMap<readonly ZodIssue[], number>()

/** Returns the length of the longest path among these issues, including nested unions. */
function depth(issues: readonly ZodIssue[]): number {
  const known = depths.get(issues)
  if (known !== undefined) return known
  const deepest = issues.reduce((longest, issue) => {
    const inner = issue.code === 'invalid_union' ? issue.errors.map(depth) : []
    return Math.max(longest, issue.path.length + Math.max(0, ...inner))
  }, 0)
  depths.set(issues, deepest)
  return deepest
}

/** Returns the alternative of a union that the value came closest to; undefined for none. */
function closestAlternative(alternatives: readonly ZodIssue[][]): ZodIssue[] | undefined {
  const closest = [...alternatives].sort((a, b) => depth(b) - depth(a))[0]
  return closest !== undefined && depth(closest) > 0 ? closest : undefined
}

function flattenIssue(issue: ZodIssue, root: Path): Issue[] {
  const path = [...root, ...pathOf(issue.path)]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxIssues).map((key) => ({
      path: [...path, key],
      message:
        path[0] === 'query'
          ? `This operation has no parameter '${key}'`
          : `There is no property '${key}' here`,
      code: issue.code,
    }))
  }
  if (issue.code === 'invalid_union') {
    const closest = closestAlternative(issue.errors)
    if (closest !== undefined) return flattenIssues(closest, path)
  }
  return [{ path, message: issue.message, code: issue.code }]
}

function flattenIssues(issues: readonly ZodIssue[], root: Path): Issue[] {
  const flat: Issue[] = []
  for (const issue of issues) {
    if (flat.length >= maxIssues) break
    flat.push(...flattenIssue(issue, root))
  }
  return flat.slice(0, maxIssues)
}

/**
 * Converts the first hundred issues of a schema, with paths below `root`; one per unknown property.
 */
export function toIssues(error: z.core.$ZodError, root: Path): Issue[] {
  return flattenIssues(error.issues, root)
}
