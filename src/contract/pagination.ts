import { z } from 'zod'

/** Largest page the specification allows (section 8, point 4). */
export const maxPageSize = 1000
export const defaultPageSize = 100

/** `true`, `1`, `false` or `0` in any case, as they stand in a query string. */
export const queryBoolean = z
  .union([
    z.boolean(),
    z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], case: 'insensitive' }),
  ])
  .meta({ type: 'boolean' })

/** The paging parameters that every list takes. A cursor belongs to the filters it was made for. */
export const pagingShape = {
  limit: z.coerce
    .number<number | string>('A page size is a whole number')
    .int()
    .min(1)
    .max(maxPageSize)
    .optional()
    .describe(`Items per page, 1 to ${maxPageSize}; ${defaultPageSize} when absent`),
  cursor: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('The `cursor` of the page before, sent with the same filters'),
}

export const searchText = z.string().max(200)

/** A page of items. No `cursor` means that it is the last one. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), cursor: z.string().optional() })
}

/** Which of the rows a search of the extensions shows. */
export const archivedStates = ['active', 'archived', 'both'] as const
export type ArchivedState = (typeof archivedStates)[number]
