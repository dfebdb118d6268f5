import { z } from 'zod'

/** The yes-or-no filters of the limits grid. */
export const limitFilterNames = [
  'changed',
  'own',
  'overridden',
  'enforced',
  'near',
  'alert',
] as const
export type LimitFilterName = (typeof limitFilterNames)[number]

/** The yes-or-no filters of the alert matrix. */
export const alertFilterNames = ['changed', 'outside', 'internalOnly'] as const
export type AlertFilterName = (typeof alertFilterNames)[number]

/** The filters of a grid and its focused row, as in the URL. */
export const gridSearchSchema = <const Name extends string>(names: readonly Name[]) =>
  z.object({
    q: z.string().optional().catch(undefined),
    group: z.string().optional().catch(undefined),
    show: z.array(z.enum(names)).optional().catch(undefined),
    focus: z.string().optional().catch(undefined),
  })
