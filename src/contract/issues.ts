import type { z } from 'zod'
import { maxFaults, type Fault } from './errors'

type Issue = z.core.$ZodIssue
type Path = readonly (string | number)[]

function pathOf(keys: readonly PropertyKey[]): (string | number)[] {
  return keys.map((key) => (typeof key === 'symbol' ? key.toString() : key))
}

/** Of the alternatives of a union, the one that the value came closest to is worth explaining. */
function closestAlternative(alternatives: readonly Issue[][]): Issue[] | undefined {
  const depth = (issues: readonly Issue[]) =>
    issues.reduce((deepest, { path }) => Math.max(deepest, path.length), 0)
  const closest = [...alternatives].sort((a, b) => depth(b) - depth(a))[0]
  return closest !== undefined && depth(closest) > 0 ? closest : undefined
}

function faultsOfIssue(issue: Issue, root: Path): Fault[] {
  const path = [...root, ...pathOf(issue.path)]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, maxFaults).map((key) => ({
      path: [...path, key],
      message: `There is no property '${key}' here`,
      code: issue.code,
    }))
  }
  if (issue.code === 'invalid_union') {
    const closest = closestAlternative(issue.errors)
    if (closest !== undefined) return faultsOfIssues(closest, path)
  }
  return [{ path, message: issue.message, code: issue.code ?? 'custom' }]
}

function faultsOfIssues(issues: readonly Issue[], root: Path): Fault[] {
  const faults: Fault[] = []
  for (const issue of issues) {
    if (faults.length >= maxFaults) break
    faults.push(...faultsOfIssue(issue, root))
  }
  return faults.slice(0, maxFaults)
}

/** The faults that a schema found, each with its own path below `root`, unknown properties one by one: the first hundred. */
export function faultsOf(error: z.core.$ZodError, root: Path): Fault[] {
  return faultsOfIssues(error.issues, root)
}
