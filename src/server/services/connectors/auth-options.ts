import { z } from 'zod'
import { connectorCreateSchema } from '../../../contract/connectors'
import type { Issue } from '../../../contract/errors'
import { toIssues } from '../../../contract/issues'
import { invalidRequest } from '../../core/service-error'

type Specification = z.output<typeof connectorCreateSchema>

const authOptionsSchema = z
  .array(z.looseObject({ key: z.string().min(1).max(100).optional() }))
  .min(1)
  .max(50)

/**
 * Puts the internal `authOptions` where they belong: a single one into the top-level fields, several
 * into `options` by their keys.
 * @throws invalid_request when they are no such list, or stand beside fields that they would become
 */
export function withoutAuthOptions(specification: Specification): Specification {
  const { authOptions, ...rest } = specification
  if (authOptions === undefined) return specification

  const read = authOptionsSchema.safeParse(authOptions)
  if (!read.success) throw invalidRequest(toIssues(read.error, ['body', 'authOptions']))
  const [first, ...others] = read.data
  const unnamed = read.data.findIndex(({ key }) => key === undefined)
  if (others.length > 0 && unnamed !== -1) {
    throw invalidRequest([
      {
        path: ['body', 'authOptions', unnamed, 'key'],
        message: 'Each of several options needs a key',
        code: 'missing',
      },
    ])
  }
  const { key: _key, ...single } = first ?? {}
  const spread =
    others.length === 0
      ? single
      : { options: Object.fromEntries(read.data.map(({ key, ...option }) => [key, option])) }

  const normalized = connectorCreateSchema.safeParse({ ...rest, ...spread })
  if (normalized.success) return normalized.data
  const sentAs = (path: Issue['path']): Issue['path'] => {
    const [member, key, ...inner] = path
    if (others.length === 0)
      return member !== undefined && Object.hasOwn(single, member)
        ? ['authOptions', 0, ...path]
        : path
    const index = read.data.findIndex((option) => option.key === key)
    return member === 'options' && index !== -1 ? ['authOptions', index, ...inner] : path
  }
  throw invalidRequest(
    toIssues(normalized.error, []).map((issue) => ({
      ...issue,
      path: ['body', ...sentAs(issue.path)],
    })),
  )
}
