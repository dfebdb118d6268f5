import { z } from 'zod'
import type { Operation } from './operation'
import { workspaceTypes } from './workspaces'

/** Signing in without a secret, which only a server that runs demo data offers. */
export const demoOperations = {
  getDemo: {
    method: 'GET',
    path: '/demo',
    resource: 'Service',
    summary: 'Tell what the demo data offers',
    description: 'Not found on a server whose data is not the demo’s.',
    answer: z
      .object({
        note: z.string(),
        workspaces: z.array(z.object({ id: z.string(), name: z.string(), key: z.string(), type: z.enum(workspaceTypes) })),
      })
      .meta({ id: 'Demo' }),
    errors: ['not_found'],
    caller: 'anyone',
    extension: true,
  },
  signInToDemo: {
    method: 'POST',
    path: '/demo/sign-in',
    resource: 'Service',
    summary: 'Get a token for the demo data',
    body: z.strictObject({ role: z.enum(['admin', 'operator', 'reader']), workspaceId: z.string().min(1).max(200).optional() }),
    answer: z.object({ token: z.string(), workspaceId: z.string().optional() }).meta({ id: 'DemoSession' }),
    errors: ['not_found'],
    caller: 'anyone',
    extension: true,
  },
  resetDemo: {
    method: 'POST',
    path: '/demo/reset',
    resource: 'Service',
    summary: 'Put the demo data back to where it began',
    answer: z.object({ reset: z.literal(true) }).meta({ id: 'DemoReset' }),
    errors: ['not_found'],
    caller: 'admin',
    extension: true,
    unmetered: true,
  },
} as const satisfies Record<string, Operation>
