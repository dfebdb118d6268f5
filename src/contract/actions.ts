import { z } from 'zod'
import { freeObject, selector, timestamp } from './field'
import type { Operation } from './operation'
import { pageOf, pagingShape, queryBoolean, searchText } from './pagination'

/**
 * An action in a list. A single action also has members that the engine defines (2.8). Another
 * engine may leave out all but id and name.
 */
const actionSummarySchema = z
  .object({
    id: z.string(),
    key: z.string().optional(),
    name: z.string(),
    type: z.string().optional(),
    createdAt: timestamp.optional(),
    updatedAt: timestamp.optional(),
  })
  .meta({ id: 'ActionSummary' })

export const actionOperations = {
  getAction: {
    method: 'GET',
    path: '/actions/{selector}',
    resource: 'Actions',
    summary: 'Read an action',
    params: z.strictObject({ selector: selector.describe('Id or key') }),
    response: freeObject.meta({ id: 'Action' }),
    errors: ['not_found'],
    caller: 'reader',
    workspaceToken: 'required',
  },
  listActions: {
    method: 'GET',
    path: '/actions',
    resource: 'Actions',
    summary: 'List actions',
    query: z.strictObject({
      ...pagingShape,
      search: searchText.optional(),
      includeArchived: queryBoolean.optional(),
    }),
    response: pageOf(actionSummarySchema),
    errors: [],
    caller: 'reader',
    workspaceToken: 'required',
    extension: true,
  },
} as const satisfies Record<string, Operation>
