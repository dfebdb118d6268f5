import type { Insertable } from 'kysely'
import type { z } from 'zod'
import type { AuthType } from '@/contract/auth-types'
import { connectorCreateSchema, type ConnectorCreate } from '@/contract/connectors'
import { keyFromName } from '@/contract/folded-text'
import { searchColumns } from '@/server/search/search-text'
import type { ConnectorsTable, ConnectorVersionsTable } from '@/server/store/schema'
import { hasLogo } from './catalog'
import { idOf } from './deterministic'
import type { StoryDay } from './story-calendar'
import { developmentKey, frozenKey, productionKey, workspaceId } from './workspaces'

interface DemoConnector {
  name: string
  /** Key of the app in the public catalog. */
  app?: string
  type: AuthType | 'options'
  api: string
  categories: string[]
  /** Published versions, oldest first. */
  versions?: string[]
  isReadOnly?: true
  archivedOn?: number
  developmentToo?: true
  /** The OAuth endpoints that the app documents; derived from `api` if absent. */
  oauth?: { authorizeUri: string; tokenUri: string; scopes: string[] }
  /** A cheap call that needs the credentials. */
  testPath?: string
}

export const productionConnectors: readonly DemoConnector[] = [
  {
    name: 'HubSpot',
    app: 'hubspot',
    type: 'oauth2',
    api: 'https://api.hubapi.com',
    categories: ['CRM', 'Marketing'],
    versions: ['1.0.0', '1.1.0', '2.0.0'],
    developmentToo: true,
    oauth: {
      authorizeUri: 'https://app.hubspot.com/oauth/authorize',
      tokenUri: 'https://api.hubapi.com/oauth/v1/token',
      scopes: ['oauth', 'crm.objects.contacts.read', 'crm.objects.deals.read'],
    },
    testPath: '/account-info/v3/details',
  },
  {
    name: 'Salesforce',
    app: 'salesforce',
    type: 'oauth2',
    api: 'https://login.salesforce.com',
    categories: ['CRM', 'Sales'],
    versions: ['1.0.0', '1.0.1'],
    developmentToo: true,
    oauth: {
      authorizeUri: 'https://login.salesforce.com/services/oauth2/authorize',
      tokenUri: 'https://login.salesforce.com/services/oauth2/token',
      scopes: ['api', 'refresh_token'],
    },
    testPath: '/services/oauth2/userinfo',
  },
  {
    name: 'Slack',
    app: 'slack',
    type: 'oauth2',
    api: 'https://slack.com/api',
    categories: ['Communication'],
    versions: ['1.0.0'],
    oauth: {
      authorizeUri: 'https://slack.com/oauth/v2/authorize',
      tokenUri: 'https://slack.com/api/oauth.v2.access',
      scopes: ['channels:read', 'chat:write', 'users:read'],
    },
    testPath: '/auth.test',
  },
  {
    name: 'Notion',
    app: 'notion',
    type: 'oauth2',
    api: 'https://api.notion.com',
    categories: ['Documents'],
    versions: ['1.0.0'],
    developmentToo: true,
    oauth: {
      authorizeUri: 'https://api.notion.com/v1/oauth/authorize',
      tokenUri: 'https://api.notion.com/v1/oauth/token',
      scopes: [],
    },
    testPath: '/v1/users/me',
  },
  {
    name: 'Google Sheets',
    app: 'googlesheets',
    type: 'oauth2',
    api: 'https://sheets.googleapis.com',
    categories: ['Documents'],
    versions: ['1.0.0'],
    isReadOnly: true,
    oauth: {
      authorizeUri: 'https://accounts.google.com/o/oauth2/v2/auth',
      tokenUri: 'https://oauth2.googleapis.com/token',
      scopes: ['https://www.googleapis.com/auth/spreadsheets'],
    },
    testPath: '/v4/spreadsheets',
  },
  {
    name: 'Jira Cloud',
    app: 'jira',
    type: 'oauth2',
    api: 'https://api.atlassian.com',
    categories: ['Project management'],
    oauth: {
      authorizeUri: 'https://auth.atlassian.com/authorize',
      tokenUri: 'https://auth.atlassian.com/oauth/token',
      scopes: ['read:jira-work', 'write:jira-work', 'offline_access'],
    },
    testPath: '/oauth/token/accessible-resources',
  },
  {
    name: 'Xero',
    app: 'xero',
    type: 'oauth2',
    api: 'https://api.xero.com',
    categories: ['Accounting'],
    versions: ['1.0.0'],
    oauth: {
      authorizeUri: 'https://login.xero.com/identity/connect/authorize',
      tokenUri: 'https://identity.xero.com/connect/token',
      scopes: ['accounting.transactions', 'accounting.contacts', 'offline_access'],
    },
    testPath: '/connections',
  },
  {
    name: 'Stripe',
    app: 'stripe',
    type: 'app-token',
    api: 'https://api.stripe.com',
    categories: ['Payments'],
    versions: ['1.0.0', '1.2.0'],
    developmentToo: true,
  },
  {
    name: 'Airtable',
    app: 'airtable',
    type: 'app-token',
    api: 'https://api.airtable.com',
    categories: ['Documents', 'Databases'],
    versions: ['1.0.0'],
    testPath: '/v0/meta/whoami',
  },
  {
    name: 'Intercom',
    app: 'intercom',
    type: 'app-token',
    api: 'https://api.intercom.io',
    categories: ['Support'],
    testPath: '/me',
  },
  {
    name: 'Larkfield Ledger',
    type: 'service-token',
    api: 'https://ledger.larkfield.example',
    categories: ['Accounting'],
    versions: ['1.0.0'],
    isReadOnly: true,
    developmentToo: true,
  },
  {
    name: 'Trello',
    app: 'trello',
    type: 'oauth1',
    api: 'https://api.trello.com',
    categories: ['Project management'],
    versions: ['1.0.0'],
  },
  {
    name: 'Twilio',
    app: 'twilio',
    type: 'client-credentials',
    api: 'https://api.twilio.com',
    categories: ['Communication'],
    versions: ['1.0.0'],
    developmentToo: true,
    testPath: '/2010-04-01/Accounts.json',
  },
  {
    name: 'Workday',
    app: 'workday',
    type: 'client-credentials',
    api: 'https://api.workday.com',
    categories: ['HR', 'ERP'],
  },
  {
    name: 'SAP behind the plant proxy',
    app: 'sap-s4hana',
    type: 'proxy',
    api: 'https://proxy.plant.example',
    categories: ['ERP'],
    versions: ['1.0.0'],
    developmentToo: true,
  },
  {
    name: 'LinkedIn Ads',
    app: 'linkedin',
    type: 'oauth-client',
    api: 'https://api.linkedin.com',
    categories: ['Marketing', 'Social'],
    versions: ['1.0.0'],
  },
  {
    name: 'Zendesk',
    app: 'zendesk',
    type: 'options',
    api: 'https://subdomain.zendesk.com',
    categories: ['Support'],
    versions: ['1.0.0'],
    developmentToo: true,
    oauth: {
      authorizeUri: 'https://subdomain.zendesk.com/oauth/authorizations/new',
      tokenUri: 'https://subdomain.zendesk.com/oauth/tokens',
      scopes: ['read', 'write'],
    },
    testPath: '/api/v2/users/me.json',
  },
  {
    name: 'Pipedrive (old token)',
    app: 'pipedrive',
    type: 'app-token',
    api: 'https://api.pipedrive.com',
    categories: ['CRM'],
    versions: ['0.9.0'],
    archivedOn: 18,
  },
  {
    name: 'GitHub',
    app: 'github',
    type: 'oauth2',
    api: 'https://api.github.com',
    categories: ['Developer tools'],
    versions: ['1.0.0', '1.1.0'],
    oauth: {
      authorizeUri: 'https://github.com/login/oauth/authorize',
      tokenUri: 'https://github.com/login/oauth/access_token',
      scopes: ['repo', 'read:user'],
    },
    testPath: '/user',
  },
  {
    name: 'QuickBooks Online',
    app: 'quickbooks',
    type: 'oauth2',
    api: 'https://quickbooks.api.intuit.com',
    categories: ['Accounting'],
    versions: ['1.0.0'],
    oauth: {
      authorizeUri: 'https://appcenter.intuit.com/connect/oauth2',
      tokenUri: 'https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer',
      scopes: ['com.intuit.quickbooks.accounting'],
    },
    testPath: '/v3/company',
  },
  {
    name: 'Shopify',
    app: 'shopify',
    type: 'app-token',
    api: 'https://{shop}.myshopify.com',
    categories: ['E-commerce'],
    testPath: '/admin/api/2026-07/shop.json',
  },
]

type AuthFields = Omit<ConnectorCreate, 'name'>

const javascript = (...body: string[]) => ({
  type: 'javascript' as const,
  code: [
    'export default async function ({ credentials, parameters, response }) {',
    ...body.map((line) => `  ${line}`),
    '}',
    '',
  ].join('\n'),
})
const bearerClient = (api: string, token: string) => ({
  type: 'mapping' as const,
  mapping: {
    baseUri: api,
    headers: { Authorization: { $concat: ['Bearer ', { $var: `$.credentials.${token}` }] } },
  },
})
const test = (path: string) => ({
  type: 'rest-api-mapping' as const,
  mapping: { path, method: 'GET' },
  description: 'Reads the account that the credentials belong to',
})
const tokenInput = (title: string) => ({
  type: 'object' as const,
  properties: { token: { type: 'string' as const, title, format: 'password' } },
  required: ['token'],
})

function oauth2({ api, oauth, testPath }: DemoConnector): AuthFields {
  const { authorizeUri, tokenUri, scopes } = oauth ?? {
    authorizeUri: `${api}/oauth/authorize`,
    tokenUri: `${api}/oauth/token`,
    scopes: ['read', 'write', 'offline_access'],
  }
  const scopeList = scopes.map((scope) => `'${scope}'`).join(', ')
  return {
    type: 'oauth2',
    getOAuthConfig: {
      ...javascript(
        'return {',
        `  authorizeUri: '${authorizeUri}',`,
        `  tokenUri: '${tokenUri}',`,
        '  clientId: parameters.clientId,',
        '  clientSecret: parameters.clientSecret,',
        `  scopes: [${scopeList}],`,
        '}',
      ),
      description: 'Consent happens on the app’s own page',
    },
    getTokenData: javascript('return { accountId: response.account_id, scope: response.scope }'),
    getCredentialsFromAccessTokenResponse: {
      type: 'mapping',
      mapping: {
        accessToken: { $var: '$.response.access_token' },
        refreshToken: { $var: '$.response.refresh_token' },
      },
    },
    refreshCredentials: javascript(
      `const refreshed = await fetch('${tokenUri}', {`,
      "  method: 'POST',",
      '  body: new URLSearchParams({',
      "    grant_type: 'refresh_token',",
      '    refresh_token: credentials.refreshToken,',
      '  }),',
      '})',
      'return refreshed.json()',
    ),
    makeApiClient: bearerClient(api, 'accessToken'),
    test: test(testPath ?? '/me'),
    disconnect: javascript(
      `await fetch('${api}/oauth/revoke', { method: 'POST', body: credentials.refreshToken })`,
    ),
    customCredentialsSchema: {
      type: 'object',
      properties: {
        clientId: { type: 'string', title: 'Client id' },
        clientSecret: { type: 'string', title: 'Client secret', format: 'password' },
      },
      required: ['clientId', 'clientSecret'],
    },
  }
}

function authentication(connector: DemoConnector): AuthFields {
  const { type, api, testPath } = connector
  switch (type) {
    case 'oauth2':
      return oauth2(connector)
    case 'app-token':
      return {
        type,
        inputSchema: tokenInput('API key'),
        makeApiClient: bearerClient(api, 'token'),
        test: test(testPath ?? '/v1/account'),
      }
    case 'service-token':
      return {
        type,
        makeApiClient: bearerClient(api, 'serviceToken'),
        test: test('/internal/health'),
      }
    case 'oauth1':
      return {
        type,
        getOAuthConfig: javascript(
          'return {',
          `  requestTokenUri: '${api}/1/OAuthGetRequestToken',`,
          `  authorizeUri: '${api}/1/OAuthAuthorizeToken',`,
          `  tokenUri: '${api}/1/OAuthGetAccessToken',`,
          '}',
        ),
        makeApiClient: javascript(`return { baseUri: '${api}', headers: signed(credentials) }`),
        test: test('/1/members/me'),
      }
    case 'client-credentials':
      return {
        type,
        inputSchema: {
          type: 'object',
          properties: {
            clientId: { type: 'string', title: 'Client id' },
            clientSecret: { type: 'string', title: 'Client secret', format: 'password' },
          },
          required: ['clientId', 'clientSecret'],
        },
        getCredentialsFromConnectionParameters: {
          type: 'mapping',
          mapping: {
            clientId: { $var: '$.parameters.clientId' },
            clientSecret: { $var: '$.parameters.clientSecret' },
          },
        },
        refreshCredentials: javascript(
          `const refreshed = await fetch('${api}/oauth/token', {`,
          "  method: 'POST',",
          "  body: new URLSearchParams({ grant_type: 'client_credentials' }),",
          '})',
          'return refreshed.json()',
        ),
        makeApiClient: bearerClient(api, 'accessToken'),
        test: test(testPath ?? '/v1/ping'),
      }
    case 'proxy':
      return {
        type,
        proxyKey: 'plant-gateway',
        makeApiClient: { type: 'mapping', mapping: { baseUri: api } },
        test: test('/sap/opu/odata/ping'),
      }
    case 'oauth-client':
      return {
        type,
        oauthClientKey: 'larkfield-linkedin',
        makeApiClient: bearerClient(api, 'accessToken'),
        test: test('/v2/me'),
      }
    case 'options':
      return {
        options: {
          oauth: { title: 'Sign in', description: 'For most customers', ...oauth2(connector) },
          token: {
            title: 'API token',
            description: 'For service accounts',
            type: 'app-token',
            inputSchema: tokenInput('API token'),
            makeApiClient: bearerClient(api, 'token'),
            test: test(testPath ?? '/me'),
          },
        },
      }
  }
}

/** Returns the specification of a demo connector, as a client would send it. */
function demoSpecification(connector: DemoConnector): z.output<typeof connectorCreateSchema> {
  const { name, app, type, categories } = connector
  // Parsed, so that members are in the order in which the API stores them.
  return connectorCreateSchema.parse({
    name,
    categories,
    ...(app === undefined
      ? {}
      : {
          externalAppId: idOf(`public app ${app}`),
          ...(hasLogo(app) ? { logoUri: `/logos/${app}.svg` } : {}),
        }),
    ...(type === 'oauth2' ? { parameters: { region: 'eu' } } : {}),
    ui: {
      description: `Connects ${name} to Larkfield.`,
      helpUri: 'https://help.larkfield.example/connect',
    },
    ...authentication(connector),
  })
}

/** Returns the id of a demo connector. */
export function connectorId(workspaceKey: string, name: string): string {
  return idOf(`connector ${workspaceKey} ${name}`)
}

/** Returns all demo connectors of all workspaces, with their published versions. */
export function connectorRows(day: StoryDay): {
  connectors: Insertable<ConnectorsTable>[]
  versions: Insertable<ConnectorVersionsTable>[]
} {
  const placed = [
    ...productionConnectors.map((connector) => ({ connector, workspaceKey: productionKey })),
    ...productionConnectors
      .filter(({ developmentToo }) => developmentToo === true)
      .map((connector) => ({ connector, workspaceKey: developmentKey })),
    ...productionConnectors
      .slice(0, 2)
      .map((connector) => ({ connector, workspaceKey: frozenKey })),
  ]
  return {
    connectors: placed.map(({ connector, workspaceKey }, index) => {
      const { name, ...specification } = demoSpecification(connector)
      const key = keyFromName(name)
      return {
        id: connectorId(workspaceKey, name),
        uuid: idOf(`connector ${workspaceKey} ${name} uuid`),
        workspace_id: workspaceId(workspaceKey),
        key,
        name,
        external_app_id: specification.externalAppId ?? null,
        specification: JSON.stringify(specification),
        is_read_only: connector.isReadOnly ?? false,
        published_version: connector.versions?.at(-1) ?? null,
        ...searchColumns(name, key),
        created_at: day(1 + index * 0.2),
        updated_at: day(10 + index * 0.7),
        archived_at: connector.archivedOn === undefined ? null : day(connector.archivedOn),
      }
    }),
    versions: placed.flatMap(({ connector, workspaceKey }) =>
      (connector.versions ?? []).map((version, index) => {
        const { name, ...specification } = demoSpecification(connector)
        return {
          id: idOf(`version ${workspaceKey} ${name} ${version}`),
          connector_id: connectorId(workspaceKey, name),
          version,
          changelog: index === 0 ? 'First version' : `Follows the changes of the ${name} API`,
          specification: JSON.stringify({
            ...specification,
            ui: { ...specification.ui, description: `Connects ${name} (${version}).` },
          }),
          name,
          external_app_id: specification.externalAppId ?? null,
          created_at: day(3 + index * 6),
        }
      }),
    ),
  }
}
