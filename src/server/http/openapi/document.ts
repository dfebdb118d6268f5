import type { Operation, Resource } from '@/contract/operation'
import { apiVersion } from '@/contract/operations'
import { Components, type Json } from './components'
import { openApiDescription } from './description'
import { operationObject } from './operation'
import { responseHeaders } from './responses'

const resources: Record<Resource, string> = {
  Workspaces:
    'Limits, settings, keys, webhook address and alert delivery of the organization’s workspaces',
  Connectors: 'How to authenticate to an app and call it',
  Apps: 'The public catalog, and the apps that a workspace added',
  Connections: 'Customers’ connections to apps, without their credentials',
  Actions: 'What an integration can do',
  Webhooks: 'Events sent to the webhook address of a workspace, with every delivery attempt',
  Alerts: 'Limits that were approached or exceeded, and who was notified',
  Service: 'The server itself',
}

/** Builds the OpenAPI 3.1 document of the given operations, under the base URL `/api`. */
export function openApiDocument(operations: Record<string, Operation>): Json {
  const components = new Components()
  const paths: Record<string, Json> = {}
  for (const [id, operation] of Object.entries(operations)) {
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(components, id, operation),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Signalbox management API',
      version: apiVersion,
      description: openApiDescription,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: [...new Set(Object.values(operations).map(({ resource }) => resource))].map((name) => ({
      name,
      description: resources[name],
    })),
    paths,
    components: {
      schemas: components.schemas,
      headers: Object.fromEntries(
        Object.entries(responseHeaders).map(([name, description]) => [
          name,
          { description, schema: { type: 'string' } },
        ]),
      ),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description:
            'A JWT signed with the workspace secret, a registered key, or by the server; or a ' +
            'token of the identity provider, with the header `Workspace` (id or key) to name one ' +
            'of several workspaces.',
        },
      },
    },
  }
}
