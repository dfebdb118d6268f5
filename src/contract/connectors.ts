import { z } from 'zod'
import { authTypeNames, type AuthType } from './auth-types'
import {
  categoryNames,
  despiteWrongMembers,
  displayName,
  elementKey,
  freeObject,
  imageUri,
  selector,
  timestamp,
} from './field'
import { jsonSchemaObject } from './json-schema'
import type { Operation } from './operation'
import { archivedStates, pageOf, pagingShape, queryBoolean, searchText } from './pagination'

export const functionKinds = [
  'javascript',
  'mapping',
  'operation-mapping',
  'rest-api-mapping',
  'graphql-api-mapping',
] as const
export type FunctionKind = (typeof functionKinds)[number]

interface FunctionFacts {
  label: string
  description: string
  /** The authentication types that use the function; all of them when absent. */
  authTypes?: readonly AuthType[]
  kinds: readonly FunctionKind[]
  /** Whether a complete connector has it, although it is not required. */
  expected?: true
}

/** The nine functions of a connector: what each does, which types use it, and how it is written. */
const connectorFunctions = {
  getCredentialsFromConnectionParameters: {
    label: 'Credentials from connection parameters',
    description: 'Derives the credentials from what the customer entered.',
    authTypes: ['client-credentials', 'oauth2'],
    kinds: ['mapping', 'javascript'],
  },
  refreshCredentials: {
    label: 'Refresh credentials',
    description: 'Renews credentials that have expired.',
    authTypes: ['oauth2', 'oauth1', 'client-credentials'],
    kinds: ['javascript'],
  },
  makeApiClient: {
    label: 'API client',
    description: 'Configures the authenticated HTTP client that requests and actions use.',
    kinds: ['mapping', 'javascript'],
    expected: true,
  },
  getOAuthConfig: {
    label: 'OAuth configuration',
    description: 'Returns authorizeUri, tokenUri, scopes and optionally noRefreshToken.',
    authTypes: ['oauth2', 'oauth1'],
    kinds: ['mapping', 'javascript'],
    expected: true,
  },
  getTokenData: {
    label: 'Token metadata',
    description: 'Reads metadata out of the raw token response.',
    authTypes: ['oauth2'],
    kinds: ['mapping', 'javascript'],
  },
  getCredentialsFromAccessTokenResponse: {
    label: 'Credentials from the token response',
    description: 'Turns the response of the token endpoint into the credentials.',
    authTypes: ['oauth2'],
    kinds: ['mapping', 'javascript'],
  },
  getCredentialsFromRefreshTokenResponse: {
    label: 'Credentials from the refresh response',
    description: 'Turns the refresh response into renewed credentials.',
    authTypes: ['oauth2'],
    kinds: ['mapping', 'javascript'],
  },
  test: {
    label: 'Test',
    description: 'Verifies a connection with a lightweight authenticated request.',
    kinds: ['operation-mapping', 'rest-api-mapping', 'javascript'],
    expected: true,
  },
  disconnect: {
    label: 'Disconnect',
    description: 'Revokes the credentials at the app when the connection is removed.',
    authTypes: ['oauth2', 'oauth1', 'client-credentials'],
    kinds: ['javascript'],
  },
} as const satisfies Record<string, FunctionFacts>

export type ConnectorFunctionName = keyof typeof connectorFunctions
export const connectorFunctionNames =
  Object.keys(connectorFunctions).filter(isConnectorFunctionName)

/** Whether a text is the name of a function. */
export function isConnectorFunctionName(name: string): name is ConnectorFunctionName {
  return Object.hasOwn(connectorFunctions, name)
}

/** Returns the definition of a function, typed with all optional members. */
export function functionFacts(name: ConnectorFunctionName): Readonly<FunctionFacts> {
  return connectorFunctions[name]
}

/** Whether a connector of this authentication type uses the function. Without a type, it may. */
export function usesFunction(type: AuthType | undefined, name: ConnectorFunctionName): boolean {
  const only = functionFacts(name).authTypes
  return type === undefined || only === undefined || only.includes(type)
}

const httpMethod = z.string().regex(/^[A-Za-z]+$/, 'Use an HTTP method such as GET')
const code = z.string().max(1_000_000)

/** The required members of each kind of function. Other members are kept as sent. */
const functionMembers = {
  javascript: z.looseObject({ code }),
  mapping: z.looseObject({
    mapping: z.unknown().refine((mapping) => mapping !== undefined, 'A mapping is required'),
  }),
  'operation-mapping': z.looseObject({ mapping: z.looseObject({ operationKey: z.string() }) }),
  'rest-api-mapping': z.looseObject({
    mapping: z.looseObject({ path: z.string(), method: httpMethod }),
  }),
  'graphql-api-mapping': z.looseObject({
    mapping: z.looseObject({
      path: z.string(),
      operationType: z.enum(['query', 'mutation']),
      requestMapping: z.array(z.unknown()),
    }),
  }),
} as const satisfies Record<FunctionKind, z.ZodType>

function functionSchema(name: ConnectorFunctionName) {
  const { kinds, description } = functionFacts(name)
  return z
    .looseObject({ type: z.enum(kinds).optional(), description: z.string().max(10_000).optional() })
    .superRefine((value, context) => {
      if (value.type === undefined || !kinds.includes(value.type)) return
      const members = functionMembers[value.type].safeParse(value)
      for (const issue of members.error?.issues ?? []) {
        context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
      }
    }, despiteWrongMembers)
    .optional()
    .describe(description)
}

/** How to authenticate: at the top level of a connector, or once per entry of its `options`. */
const authShape = {
  type: z.enum(authTypeNames).optional(),
  customCredentialsSchema: jsonSchemaObject
    .optional()
    .describe('JSON Schema of credentials that a workspace can override'),
  inputSchema: jsonSchemaObject
    .optional()
    .describe('JSON Schema of what a customer enters to connect'),
  parametersSchema: jsonSchemaObject.optional().describe('Internal. Deprecated, use inputSchema'),
  getCredentialsFromConnectionParameters: functionSchema('getCredentialsFromConnectionParameters'),
  refreshCredentials: functionSchema('refreshCredentials'),
  makeApiClient: functionSchema('makeApiClient'),
  getOAuthConfig: functionSchema('getOAuthConfig'),
  getTokenData: functionSchema('getTokenData'),
  getCredentialsFromAccessTokenResponse: functionSchema('getCredentialsFromAccessTokenResponse'),
  getCredentialsFromRefreshTokenResponse: functionSchema('getCredentialsFromRefreshTokenResponse'),
  test: functionSchema('test'),
  disconnect: functionSchema('disconnect'),
  proxyKey: z
    .string()
    .max(200)
    .optional()
    .describe('For type proxy: the proxy configuration that the workspace uses'),
  oauthClientKey: z
    .string()
    .max(200)
    .optional()
    .describe('For type oauth-client: the organization’s OAuth client'),
}

/** The top-level members that `options` replaces. */
export const authFieldNames = Object.keys(authShape)

const uiSchema = z.strictObject({
  schema: jsonSchemaObject.optional(),
  description: z.string().max(10_000).optional(),
  helpUri: z.string().max(2048).optional(),
})

/** Reports functions that the declared authentication type does not use. */
function refuseUnusedFunctions(
  auth: { type?: AuthType | undefined } & Record<string, unknown>,
  context: z.core.$RefinementCtx,
) {
  if (auth.type === undefined || !authTypeNames.includes(auth.type)) return
  for (const name of connectorFunctionNames) {
    if (auth[name] === undefined || usesFunction(auth.type, name)) continue
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `A connector of type ${auth.type} does not use ${name}`,
    })
  }
}

const authOptionSchema = z
  .looseObject({
    ...authShape,
    ui: uiSchema.optional(),
    title: z.string().max(200).optional(),
    description: z.string().max(10_000).optional(),
  })
  .superRefine(refuseUnusedFunctions, despiteWrongMembers)
  .meta({ id: 'AuthOption' })

/** What a connector is created with, except for its name and what identifies it. */
const specificationShape = {
  logoUri: imageUri.optional(),
  externalAppId: z.string().min(1).max(200).optional(),
  externalAppUuid: z.string().min(1).max(200).optional(),
  appUuid: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Internal. Deprecated, resolved to externalAppId'),
  categories: categoryNames.optional(),
  parameters: freeObject.optional().describe('Values of connector-level parameters'),
  ...authShape,
  authOptions: z
    .unknown()
    .optional()
    .describe(
      'Internal. Array of authentication options, which become top-level fields or options',
    ),
  ui: uiSchema.optional(),
  options: z.record(z.string().min(1).max(100), authOptionSchema).optional(),
}

/** Reports members that `options` replaces, and functions that are not used. */
function refuseContradictions(
  connector: Parameters<typeof refuseUnusedFunctions>[0],
  context: z.core.$RefinementCtx,
) {
  refuseUnusedFunctions(connector, context)
  if (connector['options'] === undefined) return
  for (const name of authFieldNames) {
    if (!Object.hasOwn(connector, name)) continue
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `Send ${name} inside options, or omit options: they are mutually exclusive`,
    })
  }
}

/** The specification of a new connector (2.5). */
export const connectorCreateSchema = z
  .strictObject({
    name: displayName,
    key: elementKey.optional(),
    ...specificationShape,
    uuid: selector.optional(),
  })
  .superRefine(refuseContradictions, despiteWrongMembers)
  .meta({ id: 'ConnectorCreate' })

export type ConnectorCreate = z.input<typeof connectorCreateSchema>

/** The new specification of a working copy. Key and uuid stay, since others refer to them. */
export const connectorUpdateSchema = z
  .strictObject({ name: displayName, ...specificationShape })
  .superRefine(refuseContradictions, despiteWrongMembers)
  .meta({ id: 'ConnectorUpdate' })

export type ConnectorUpdate = z.input<typeof connectorUpdateSchema>

/** A connector in a list. Another engine may leave out flags that are false. */
export const connectorSchema = z
  .object({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    isReadOnly: z.boolean().default(false),
  })
  .meta({ id: 'Connector' })

export type Connector = z.infer<typeof connectorSchema>

/** A connector as the catalog shows it. */
export const connectorDetailsSchema = connectorSchema
  .extend({
    authTypes: z.array(z.enum(authTypeNames)).describe('Its type, or the types of its options'),
    categories: z.array(z.string()),
    logoUri: imageUri.optional(),
    publishedVersion: z.string().optional(),
    updatedAt: timestamp,
    archivedAt: timestamp.optional(),
  })
  .meta({ id: 'ConnectorDetails' })

export type ConnectorDetails = z.infer<typeof connectorDetailsSchema>

/** A complete connector: the summary, the stored specification and its version. */
const connectorSpecificationSchema = z
  .looseObject({
    ...connectorSchema.shape,
    uuid: z.string(),
    version: z.string(),
    createdAt: timestamp,
    updatedAt: timestamp,
    archivedAt: timestamp.optional(),
  })
  .meta({
    id: 'ConnectorSpecification',
    description: 'The members of the record, and those of the specification as they were sent',
  })

export type ConnectorSpecification = z.infer<typeof connectorSpecificationSchema>

const connectorVersionSchema = z
  .object({
    id: z.string(),
    connectorId: z.string(),
    version: z.string(),
    changelog: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'ConnectorVersion' })

const connectorParams = z.strictObject({ idOrKey: selector.describe('Id, uuid or key') })
const versionQuery = z.strictObject({
  version: z
    .string()
    .min(1)
    .max(50)
    .optional()
    .describe('`dev`, `latest` or a version; the published one when absent, else `dev`'),
})

export const connectorOperations = {
  createConnector: {
    method: 'POST',
    path: '/connectors',
    resource: 'Connectors',
    summary: 'Create a connector',
    description: 'Without a key, one is derived from the name.',
    body: connectorCreateSchema,
    response: connectorSchema,
    errors: ['already_exists'],
    caller: 'admin',
    workspaceToken: 'required',
  },
  listConnectors: {
    method: 'GET',
    path: '/connectors',
    resource: 'Connectors',
    summary: 'List the connectors available to the workspace',
    query: z.strictObject({
      ...pagingShape,
      search: searchText.optional(),
      externalAppId: z.string().max(200).optional(),
      appUuid: z.string().max(200).optional(),
      includeArchived: queryBoolean.optional(),
    }),
    response: pageOf(connectorSchema),
    errors: [],
    caller: 'reader',
    workspaceToken: 'required',
  },
  searchConnectors: {
    method: 'GET',
    // Not below /connectors, where any word may be the key of a connector.
    path: '/connector-catalog',
    resource: 'Connectors',
    summary: 'Search connectors with their catalog details',
    query: z.strictObject({
      ...pagingShape,
      search: searchText.optional(),
      authType: z.enum(authTypeNames).optional(),
      category: z.string().max(100).optional(),
      isReadOnly: queryBoolean.optional(),
      state: z.enum(archivedStates).optional().describe('`active` when absent'),
    }),
    response: pageOf(connectorDetailsSchema).extend({ total: z.int().nonnegative() }),
    errors: [],
    caller: 'reader',
    workspaceToken: 'required',
    extension: true,
  },
  listConnectorCategories: {
    method: 'GET',
    path: '/connector-catalog/categories',
    resource: 'Connectors',
    summary: 'List the categories of the workspace’s active connectors',
    response: z.object({ items: z.array(z.string()) }),
    errors: [],
    caller: 'reader',
    workspaceToken: 'required',
    extension: true,
  },
  getConnector: {
    method: 'GET',
    path: '/connectors/{idOrKey}',
    resource: 'Connectors',
    summary: 'Read a connector',
    params: connectorParams,
    query: versionQuery,
    response: connectorSchema,
    errors: ['not_found'],
    caller: 'reader',
    workspaceToken: 'required',
  },
  listConnectorVersions: {
    method: 'GET',
    path: '/connectors/{idOrKey}/versions',
    resource: 'Connectors',
    summary: 'List the published versions of a connector',
    description: 'The newest comes first.',
    params: connectorParams,
    response: z.object({ items: z.array(connectorVersionSchema) }),
    errors: ['not_found'],
    caller: 'reader',
    workspaceToken: 'required',
    extension: true,
  },
  publishConnectorVersion: {
    method: 'POST',
    path: '/connectors/{idOrKey}/publish-version',
    resource: 'Connectors',
    summary: 'Publish the working copy as a version',
    description:
      'A published version never changes. ' +
      'For `If-Match`, read the specification with `version=dev`.',
    params: connectorParams,
    body: z
      .strictObject({
        version: z
          .string()
          .max(50)
          .regex(
            /^(?:0|[1-9]\d{0,14})(?:\.(?:0|[1-9]\d{0,14})){2}$/,
            'Write three numbers without leading zeros, such as 1.2.0',
          )
          .optional()
          .describe('The next minor version when absent'),
        changelog: z.string().max(10_000).optional(),
      })
      .meta({ id: 'ConnectorVersionCreate' }),
    bodyOptional: true,
    response: connectorVersionSchema,
    errors: ['not_found', 'already_exists'],
    caller: 'admin',
    workspaceToken: 'required',
    extension: true,
    ifMatch: true,
  },
  getConnectorSpecification: {
    method: 'GET',
    path: '/connectors/{idOrKey}/specification',
    resource: 'Connectors',
    summary: 'Read the specification of a connector',
    params: connectorParams,
    query: versionQuery,
    response: connectorSpecificationSchema,
    errors: ['not_found'],
    caller: 'workspace',
    workspaceToken: 'required',
    extension: true,
  },
  updateConnector: {
    method: 'PUT',
    path: '/connectors/{idOrKey}/specification',
    resource: 'Connectors',
    summary: 'Replace the specification of the working copy',
    description:
      'A member that is left out is removed. Published versions stay the same. ' +
      'For `If-Match`, read the specification with `version=dev`.',
    params: connectorParams,
    body: connectorUpdateSchema,
    response: connectorSpecificationSchema,
    errors: ['not_found', 'conflict'],
    caller: 'admin',
    workspaceToken: 'required',
    extension: true,
    etag: true,
  },
} as const satisfies Record<string, Operation>
