import { z } from 'zod'

/** Largest page the specification allows (section 8, point 4). */
export const maxPageSize = 1000
export const defaultPageSize = 100

/**
 * How many rows a page of a filtered list searches at most where no index serves the filter, which
 * takes a fraction of a second.
 */
export const maxSearchedRows = 50_000

/** A boolean in a query string: `true`, `1`, `false` or `0`, in any case. */
export const queryBoolean = z
  .union(
    [
      z.boolean(),
      z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'], case: 'insensitive' }),
    ],
    'Use true or false',
  )
  .meta({ type: 'boolean' })

const pageSizeRule = `Use a whole number from 1 to ${maxPageSize}, in digits`

/** A page size as a number, or as the digits of one. */
const pageSize = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/, pageSizeRule)
        .transform(Number),
    ],
    pageSizeRule,
  )
  .pipe(z.int(pageSizeRule).min(1).max(maxPageSize))
  .meta({ type: 'integer', minimum: 1, maximum: maxPageSize })

/** The paging parameters of every list. A cursor is valid only with the filters it came from. */
export const pagingShape = {
  limit: pageSize
    .optional()
    .describe(`Items per page, 1 to ${maxPageSize}; ${defaultPageSize} when absent`),
  cursor: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('The `cursor` of the previous page. Send the same filters'),
}

export const searchText = z.string().max(200)

/** The order of a list: one of the members, with a minus to sort descending. */
export function sortBy<const Member extends string>(members: readonly Member[]) {
  return z.enum([...members, ...members.map((member) => `-${member}` as const)])
}

/** A page of items. No `cursor` means that it is the last one; a page before can be empty. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), cursor: z.string().optional() })
}

/** Which of the rows a search of the extensions shows. */
export const archivedStates = ['active', 'archived', 'both'] as const
export type ArchivedState = (typeof archivedStates)[number]
