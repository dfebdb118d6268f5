import { z } from 'zod'
import { actionOperations } from './actions'
import { alertOperations } from './alerts'
import { appOperations } from './apps'
import { changeOperations } from './changes'
import { connectionOperations } from './connections'
import { connectorOperations } from './connectors'
import { deliveryOperations } from './deliveries'
import { demoOperations } from './demo'
import { historyOperations } from './history'
import { jwksOperations } from './jwks'
import type { Operation } from './operation'
import { singleSignOnOperations } from './single-sign-on'
import { tenantOperations } from './tenants'
import { tokenOperations } from './tokens'
import { usageOperations } from './usage'
import { workspaceOperations } from './workspaces'

const health = z.object({ status: z.literal('ok') }).meta({ id: 'Health' })

const serviceOperations = {
  getHealth: {
    method: 'GET',
    path: '/health',
    resource: 'Service',
    summary: 'Check that the process is running',
    response: health,
    errors: [],
    caller: 'anyone',
    extension: true,
    always: true,
  },
  getReadiness: {
    method: 'GET',
    path: '/ready',
    resource: 'Service',
    summary: 'Check that the database is reachable',
    response: health,
    errors: ['unavailable'],
    caller: 'anyone',
    extension: true,
    always: true,
  },
} as const satisfies Record<string, Operation>

/**
 * Every operation of the API. Server, client, query keys and the OpenAPI document come from here.
 */
export const operations = {
  ...workspaceOperations,
  ...tokenOperations,
  ...jwksOperations,
  ...connectorOperations,
  ...appOperations,
  ...connectionOperations,
  ...actionOperations,
  ...usageOperations,
  ...alertOperations,
  ...deliveryOperations,
  ...historyOperations,
  ...changeOperations,
  ...tenantOperations,
  ...serviceOperations,
  ...singleSignOnOperations,
  ...demoOperations,
} as const

export type Operations = typeof operations
export type OperationId = keyof Operations

/** An operation of the specification: its name there, and the query parameters that it shows. */
interface SpecifiedOperation {
  operationId: string
  query: readonly string[]
}

/**
 * The ten operations of the specification. It gives the restore no name, so that one keeps ours.
 */
const specified = {
  updateOrgWorkspace: { operationId: 'updateOrgWorkspace', query: [] },
  restoreOrgWorkspace: { operationId: 'restoreOrgWorkspace', query: [] },
  createConnector: { operationId: 'create-connector', query: [] },
  listConnectors: { operationId: 'list-connectors', query: ['limit', 'cursor'] },
  getConnector: { operationId: 'get-connector', query: ['version'] },
  listPublicApps: { operationId: 'list-public-external-apps', query: ['limit', 'cursor'] },
  listApps: { operationId: 'list-external-apps', query: ['limit', 'cursor', 'search'] },
  archiveApp: { operationId: 'delete-external-app', query: [] },
  exportConnection: { operationId: 'export-connection', query: [] },
  getAction: { operationId: 'get-action', query: [] },
} as const satisfies Partial<Record<OperationId, SpecifiedOperation>>

/** Whether a text is the id of an operation. */
export function isOperationId(id: string): id is OperationId {
  return Object.hasOwn(operations, id)
}

/** What the specification says of an operation; undefined for an extension. */
export function specificationOf(id: string): SpecifiedOperation | undefined {
  return new Map<string, SpecifiedOperation>(Object.entries(specified)).get(id)
}

/** Version of the interface (specification, section 9). */
export const apiVersion = '1.0'
