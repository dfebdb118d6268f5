import { z } from 'zod'
import { authTypeNames } from '@/contract/auth-types'
import { archivedStates } from '@/contract/pagination'

/** The filters, view and order of the list of connectors, as in the URL. */
export const connectorSearchSchema = z.object({
  q: z.string().optional().catch(undefined),
  type: z.enum(authTypeNames).optional().catch(undefined),
  category: z.string().optional().catch(undefined),
  readOnly: z.boolean().optional().catch(undefined),
  state: z.enum(archivedStates).optional().catch(undefined),
  view: z.literal('table').optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
})

export type ConnectorSearch = z.infer<typeof connectorSearchSchema>
