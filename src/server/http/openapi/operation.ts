import { z } from 'zod'
import { changeReasonHeader, maxReasonLength } from '@/contract/change-reason'
import type { Operation } from '@/contract/operation'
import { specificationOf } from '@/contract/operations'
import { idempotencyHours } from '@/server/core/writes/idempotency-claim'
import { contentOf, type Components, type Json } from './components'
import { describeMember } from './members'
import {
  hasContentEtag,
  isConditional,
  isExplainable,
  isRepeatable,
  responsesOf,
} from './responses'

const callers = {
  anyone: 'Needs no token',
  reader: 'Needs any token of the workspace',
  workspace: 'Needs a workspace-level token',
  admin: 'Needs a workspace-level token with `isAdmin`',
  operator: 'Needs an operator token',
} as const

/** Says which tokens an operation accepts. */
function callersOf({ caller, workspaceToken }: Operation): string {
  if (caller === 'anyone' || caller === 'operator') return `${callers[caller]}.`
  return workspaceToken === 'required'
    ? `${callers[caller]}; operators use one too.`
    : `${callers[caller]} or an operator token.`
}

function parametersOf(
  components: Components,
  place: 'path' | 'query',
  schema: z.ZodObject | undefined,
  id: string,
): Json[] {
  const specified = specificationOf(id)
  return Object.entries(schema?.shape ?? {}).map(([name, part]) => {
    const { description = describeMember(id, name), ...type } = components.schema(
      z.instanceof(z.ZodType).parse(part),
      'input',
    )
    const isExtension =
      place === 'query' && specified !== undefined && !specified.query.includes(name)
    return {
      name,
      in: place,
      required: place === 'path',
      ...(isExtension ? { 'x-extension': true } : {}),
      description,
      schema: type,
    }
  })
}

/** Describes an optional request header. */
function headerParameter(name: string, description: string): Json {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } }
}

/** Describes an operation: its parameters, body and responses. */
export function operationObject(components: Components, id: string, operation: Operation): Json {
  const headers = [
    isConditional(operation) &&
      headerParameter('If-Match', 'Refuses the write unless the record still has this ETag'),
    hasContentEtag(operation) &&
      headerParameter('If-None-Match', 'Returns 304 while the record or list still has this ETag'),
    isRepeatable(operation) &&
      headerParameter(
        'Idempotency-Key',
        `Repeats with the same key return the first response, for ${idempotencyHours} hours`,
      ),
    isExplainable(operation) &&
      headerParameter(
        changeReasonHeader,
        'Why the change is made, for the history: percent-encoded UTF-8, ' +
          `at most ${maxReasonLength} characters`,
      ),
  ].filter((header) => header !== false)
  return {
    operationId: specificationOf(id)?.operationId ?? id,
    tags: [operation.resource],
    summary: operation.summary,
    description: [operation.description, callersOf(operation)]
      .filter((text) => text !== undefined)
      .join(' '),
    ...(operation.extension === true ? { 'x-extension': true } : {}),
    ...(operation.workspaceToken === undefined
      ? {}
      : { 'x-workspace-token': operation.workspaceToken }),
    security: operation.caller === 'anyone' ? [] : [{ bearer: [] }],
    parameters: [
      ...parametersOf(components, 'path', operation.params, id),
      ...parametersOf(components, 'query', operation.query, id),
      ...headers,
    ],
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.bodyOptional !== true,
            content: contentOf(components, operation.body, 'input', id),
          },
        }),
    responses: responsesOf(components, id, operation),
  }
}
