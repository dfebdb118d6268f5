import { maxIssues } from '../../contract/errors'
import type { Operation, Resource } from '../../contract/operation'
import { apiVersion } from '../../contract/operations'
import { maxNesting } from '../core/invalid-text'
import { maxMemberLength, maxMembers, maxTextLength, maxValues } from './json-bounds'
import { Components, type Json } from './openapi-components'
import { operationObject } from './openapi-operation'
import { responseHeaders } from './openapi-responses'
import { maxBodyBytes } from './request-body'

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

const count = new Intl.NumberFormat('en')
const megabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`

/** The bounds of every request body, whatever its schema. */
const bounds = [
  `A body has at most ${megabytes(maxBodyBytes.guarded)}`,
  `(${maxBodyBytes.open / 1024} kB where no token is needed),`,
  `each of its members ${megabytes(maxMemberLength)} of JSON,`,
  `each text ${count.format(maxTextLength)} characters,`,
  `each object or array ${count.format(maxMembers)} members.`,
  `It nests at most ${maxNesting} levels and has at most ${count.format(maxValues)} names and`,
  `values. It is UTF-8 and not compressed. An error lists at most ${maxIssues} issues.`,
].join(' ')

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
      description: [
        'Manages workspaces, connectors, apps, connections and actions of an integration engine.',
        'Operations and parameters marked `x-extension` go beyond the common interface.',
        `\n\n${bounds}`,
        '\n\nEvery request may carry `X-Request-Id`, which the response repeats,',
        `and \`API-Version\`; this server supports ${apiVersion}.`,
      ].join(' '),
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
            'of several workspaces',
        },
      },
    },
  }
}
