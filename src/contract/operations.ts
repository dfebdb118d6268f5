import { z } from 'zod'
import { actionOperations } from './actions'
import { alertOperations } from './alerts'
import { appOperations } from './apps'
import { connectionOperations } from './connections'
import { connectorOperations } from './connectors'
import { deliveryOperations } from './deliveries'
import { demoOperations } from './demo'
import { historyOperations } from './history'
import { jwksOperations } from './jwks'
import type { Operation } from './operation'
import { tenantOperations } from './tenants'
import { usageOperations } from './usage'
import { workspaceOperations } from './workspaces'

const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })

const serviceOperations = {
  getHealth: {
    method: 'GET',
    path: '/health',
    resource: 'Service',
    summary: 'Tell that the process answers',
    response: health,
    errors: [],
    caller: 'anyone',
    extension: true,
  },
  getReadiness: {
    method: 'GET',
    path: '/ready',
    resource: 'Service',
    summary: 'Tell that the database answers',
    response: health,
    errors: ['unavailable'],
    caller: 'anyone',
    extension: true,
  },
} as const satisfies Record<string, Operation>

/** Every operation of the API. Server, client, query keys and the OpenAPI document come from here. */
export const operations = {
  ...workspaceOperations,
  ...jwksOperations,
  ...connectorOperations,
  ...appOperations,
  ...connectionOperations,
  ...actionOperations,
  ...usageOperations,
  ...alertOperations,
  ...deliveryOperations,
  ...historyOperations,
  ...tenantOperations,
  ...serviceOperations,
  ...demoOperations,
} as const

export type Operations = typeof operations
export type OperationId = keyof Operations

/** Version of the interface (specification, section 9). */
export const apiVersion = '1.0'
