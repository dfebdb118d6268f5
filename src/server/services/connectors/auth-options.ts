import { z } from 'zod'
import { authFieldNames } from '@/contract/connectors'
import type { Issue } from '@/contract/errors'
import { toIssues } from '@/contract/issues'
import { invalidRequest } from '@/server/core/service-error'

/** The part of a specification that this file reads. */
interface Specification {
  authOptions?: unknown
}

const optionKey = z
  .string()
  .min(1)
  .max(100)
  // It becomes the name of a property, which zod would drop.
  .refine((key) => key !== '__proto__', 'A property must not have this name')

const authOptionsSchema = z
  .array(z.looseObject({ key: optionKey.optional() }))
  .min(1)
  .max(50)

type AuthOptions = z.output<typeof authOptionsSchema>

/** Lists the members that `authOptions` would replace. */
function findConflicts(specification: object): Issue[] {
  return ['options', ...authFieldNames]
    .filter((name) => Object.hasOwn(specification, name))
    .map((name) => ({
      path: ['body', name],
      message: `Send ${name} or authOptions, not both`,
      code: 'contradiction',
    }))
}

/** Lists the options with a missing or repeated key. A single option needs no key. */
function findKeyIssues(options: AuthOptions): Issue[] {
  if (options.length === 1) return []
  const seen = new Set<string>()
  return options.flatMap(({ key }, index) => {
    const path = ['body', 'authOptions', index, 'key']
    if (key === undefined)
      return { path, message: 'Each of several options needs a key', code: 'missing' }
    if (seen.has(key))
      return { path, message: `Another option has the key '${key}'`, code: 'duplicate' }
    seen.add(key)
    return []
  })
}

/** Lists the members of a single option that would replace others than authentication fields. */
function findForeignMembers(options: AuthOptions, specification: object): Issue[] {
  const [only, ...others] = options
  if (only === undefined || others.length > 0) return []
  const names = new Set(['key', ...authFieldNames, ...('ui' in specification ? [] : ['ui'])])
  return Object.keys(only)
    .filter((name) => !names.has(name))
    .map((name) => ({
      path: ['body', 'authOptions', 0, name],
      message: `A single option has no ${name}: send it at the top level, or not at all`,
      code: 'unrecognized_keys',
    }))
}

/**
 * Replaces the internal `authOptions`: a single option becomes the top-level fields, several become
 * `options` by their keys.
 * @param schema validates the result
 * @throws invalid_request when they are invalid, or would replace other members
 */
export function withoutAuthOptions<Sent extends Specification>(
  schema: z.ZodType<Sent>,
  specification: Sent,
): Sent {
  const { authOptions, ...rest } = specification
  if (authOptions === undefined) return specification

  const read = authOptionsSchema.safeParse(authOptions)
  if (!read.success) throw invalidRequest(toIssues(read.error, ['body', 'authOptions']))
  const issues = [
    ...findConflicts(rest),
    ...findKeyIssues(read.data),
    ...findForeignMembers(read.data, rest),
  ]
  if (issues.length > 0) throw invalidRequest(issues)

  const entries = read.data.map(({ key = '', ...option }) => [key, option] as const)
  const [first, ...others] = entries
  const replacement = others.length === 0 ? first?.[1] : { options: Object.fromEntries(entries) }
  const normalized = schema.safeParse({ ...rest, ...replacement })
  if (normalized.success) return normalized.data

  /** Returns the path of the member as it was sent. */
  const sentPath = (path: Issue['path']): Issue['path'] => {
    const [member, key, ...inner] = path
    const isOfOnlyOption =
      others.length === 0 && member !== undefined && Object.hasOwn(first?.[1] ?? {}, member)
    if (isOfOnlyOption) return ['authOptions', 0, ...path]
    const index = entries.findIndex(([name]) => name === key)
    return member === 'options' && index !== -1 ? ['authOptions', index, ...inner] : path
  }
  throw invalidRequest(
    toIssues(normalized.error, []).map((issue) => ({
      ...issue,
      path: ['body', ...sentPath(issue.path)],
    })),
  )
}
