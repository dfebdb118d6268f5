import { z } from 'zod'
import { httpUri } from './field'
import type { Operation } from './operation'
import { workspaceParams } from './workspaces'

const jwksCheckSchema = z.strictObject({ uri: httpUri }).meta({ id: 'JwksCheck' })

/** A published key without its material. `size` is in bits, for RSA keys only. */
const publishedKeySchema = z
  .object({
    kid: z.string().optional(),
    kty: z.string(),
    alg: z.string().optional(),
    use: z.string().optional(),
    size: z.number().int().optional(),
    error: z.string().optional().describe('Why it cannot verify tokens. Absent when it can'),
  })
  .meta({ id: 'PublishedKey' })

export type PublishedKey = z.infer<typeof publishedKeySchema>

/** The keys at an address, or why they could not be read. */
const jwksFindingSchema = z
  .union([z.object({ keys: z.array(publishedKeySchema) }), z.object({ error: z.string() })])
  .meta({ id: 'JwksFinding' })

export type JwksFinding = z.infer<typeof jwksFindingSchema>

export const jwksOperations = {
  checkJwks: {
    method: 'POST',
    path: '/org-workspaces/{id}/check-jwks',
    resource: 'Workspaces',
    summary: 'Check the keys that a JWKS URI publishes',
    description: 'Fetches the address under the rules for outgoing requests. Stores nothing.',
    params: workspaceParams,
    body: jwksCheckSchema,
    response: jwksFindingSchema,
    errors: ['not_found'],
    caller: 'admin',
    slow: true,
    extension: true,
  },
} as const satisfies Record<string, Operation>
