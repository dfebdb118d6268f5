import type { Insertable } from 'kysely'
import type { AuthType, ConnectorCreate } from '../../contract/connectors'
import { searchColumns } from '../services/search-text'
import type { ConnectorsTable, ConnectorVersionsTable } from '../store/schema'
import { day, idOf } from './identity'
import { developmentKey, productionKey, workspaceId } from './workspaces'

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
}

const connectors: DemoConnector[] = [
  { name: 'HubSpot', app: 'hubspot', type: 'oauth2', api: 'https://api.hubapi.com', categories: ['CRM', 'Marketing'], versions: ['1.0.0', '1.1.0', '2.0.0'], developmentToo: true },
  { name: 'Salesforce', app: 'salesforce', type: 'oauth2', api: 'https://login.salesforce.com', categories: ['CRM', 'Sales'], versions: ['1.0.0', '1.0.1'], developmentToo: true },
  { name: 'Slack', app: 'slack', type: 'oauth2', api: 'https://slack.com/api', categories: ['Communication'], versions: ['1.0.0'] },
  { name: 'Notion', app: 'notion', type: 'oauth2', api: 'https://api.notion.com', categories: ['Documents'], versions: ['1.0.0'], developmentToo: true },
  { name: 'Google Sheets', app: 'googlesheets', type: 'oauth2', api: 'https://sheets.googleapis.com', categories: ['Documents'], versions: ['1.0.0'], isReadOnly: true },
  { name: 'Jira Cloud', app: 'jira', type: 'oauth2', api: 'https://api.atlassian.com', categories: ['Project management'] },
  { name: 'Xero', app: 'xero', type: 'oauth2', api: 'https://api.xero.com', categories: ['Accounting'], versions: ['1.0.0'] },
  { name: 'Stripe', app: 'stripe', type: 'app-token', api: 'https://api.stripe.com', categories: ['Payments'], versions: ['1.0.0', '1.2.0'], developmentToo: true },
  { name: 'Airtable', app: 'airtable', type: 'app-token', api: 'https://api.airtable.com', categories: ['Documents', 'Databases'], versions: ['1.0.0'] },
  { name: 'Intercom', app: 'intercom', type: 'app-token', api: 'https://api.intercom.io', categories: ['Support'] },
  { name: 'Larkfield Ledger', type: 'service-token', api: 'https://ledger.larkfield.example', categories: ['Accounting'], versions: ['1.0.0'], isReadOnly: true, developmentToo: true },
  { name: 'Trello', app: 'trello', type: 'oauth1', api: 'https://api.trello.com', categories: ['Project management'], versions: ['1.0.0'] },
  { name: 'Twilio', app: 'twilio', type: 'client-credentials', api: 'https://api.twilio.com', categories: ['Communication'], versions: ['1.0.0'], developmentToo: true },
  { name: 'Workday', app: 'workday', type: 'client-credentials', api: 'https://api.workday.com', categories: ['HR', 'ERP'] },
  { name: 'SAP behind the plant proxy', app: 'sap-s4hana', type: 'proxy', api: 'https://proxy.plant.example', categories: ['ERP'], versions: ['1.0.0'], developmentToo: true },
  { name: 'LinkedIn Ads', app: 'linkedin', type: 'oauth-client', api: 'https://api.linkedin.com', categories: ['Marketing', 'Social'], versions: ['1.0.0'] },
  { name: 'Zendesk', app: 'zendesk', type: 'options', api: 'https://subdomain.zendesk.com', categories: ['Support'], versions: ['1.0.0'], developmentToo: true },
  { name: 'Pipedrive (old token)', app: 'pipedrive', type: 'app-token', api: 'https://api.pipedrive.com', categories: ['CRM'], versions: ['0.9.0'], archivedOn: 18 },
]

type AuthFields = Omit<ConnectorCreate, 'name'>

const javascript = (body: string) => ({ type: 'javascript' as const, code: `export default async function ({ credentials, parameters, response }) {\n${body.replaceAll(/^/gm, '  ')}\n}\n` })
const bearerClient = (api: string, token: string) => ({ type: 'mapping' as const, mapping: { baseUri: api, headers: { Authorization: { $concat: ['Bearer ', { $var: `$.credentials.${token}` }] } } } })
const test = (path: string) => ({ type: 'rest-api-mapping' as const, mapping: { path, method: 'GET' }, description: 'Reads the account that the credentials belong to' })
const tokenInput = (title: string) => ({ type: 'object' as const, properties: { token: { type: 'string' as const, title, format: 'password' } }, required: ['token'] })

function oauth2(api: string): AuthFields {
  return {
    type: 'oauth2',
    getOAuthConfig: { ...javascript(`return {\n  authorizeUri: '${api}/oauth/authorize',\n  tokenUri: '${api}/oauth/token',\n  clientId: parameters.clientId,\n  clientSecret: parameters.clientSecret,\n  scopes: ['read', 'write', 'offline_access'],\n}`), description: 'Consent happens on the app’s own page' },
    getTokenData: javascript('return { accountId: response.account_id, scope: response.scope }'),
    getCredentialsFromAccessTokenResponse: { type: 'mapping', mapping: { accessToken: { $var: '$.response.access_token' }, refreshToken: { $var: '$.response.refresh_token' } } },
    refreshCredentials: javascript(`const answer = await fetch('${api}/oauth/token', {\n  method: 'POST',\n  body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: credentials.refreshToken }),\n})\nreturn answer.json()`),
    makeApiClient: bearerClient(api, 'accessToken'),
    test: test('/me'),
    disconnect: javascript(`await fetch('${api}/oauth/revoke', { method: 'POST', body: credentials.refreshToken })`),
    customCredentialsSchema: { type: 'object', properties: { clientId: { type: 'string', title: 'Client id' }, clientSecret: { type: 'string', title: 'Client secret', format: 'password' } }, required: ['clientId', 'clientSecret'] },
  }
}

function authentication(type: DemoConnector['type'], api: string): AuthFields {
  switch (type) {
    case 'oauth2':
      return oauth2(api)
    case 'app-token':
      return { type, inputSchema: tokenInput('API key'), makeApiClient: bearerClient(api, 'token'), test: test('/v1/account') }
    case 'service-token':
      return { type, makeApiClient: bearerClient(api, 'serviceToken'), test: test('/internal/health') }
    case 'oauth1':
      return {
        type,
        getOAuthConfig: javascript(`return {\n  requestTokenUri: '${api}/1/OAuthGetRequestToken',\n  authorizeUri: '${api}/1/OAuthAuthorizeToken',\n  tokenUri: '${api}/1/OAuthGetAccessToken',\n}`),
        makeApiClient: javascript(`return { baseUri: '${api}', headers: signed(credentials) }`),
        test: test('/1/members/me'),
      }
    case 'client-credentials':
      return {
        type,
        inputSchema: { type: 'object', properties: { clientId: { type: 'string', title: 'Client id' }, clientSecret: { type: 'string', title: 'Client secret', format: 'password' } }, required: ['clientId', 'clientSecret'] },
        getCredentialsFromConnectionParameters: { type: 'mapping', mapping: { clientId: { $var: '$.parameters.clientId' }, clientSecret: { $var: '$.parameters.clientSecret' } } },
        refreshCredentials: javascript(`const answer = await fetch('${api}/oauth/token', { method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials' }) })\nreturn answer.json()`),
        makeApiClient: bearerClient(api, 'accessToken'),
        test: test('/v1/ping'),
      }
    case 'proxy':
      return { type, proxyKey: 'plant-gateway', makeApiClient: { type: 'mapping', mapping: { baseUri: api } }, test: test('/sap/opu/odata/ping') }
    case 'oauth-client':
      return { type, oauthClientKey: 'larkfield-linkedin', makeApiClient: bearerClient(api, 'accessToken'), test: test('/v2/me') }
    case 'options':
      return {
        options: {
          oauth: { title: 'Sign in', description: 'For most customers', ...oauth2(api) },
          token: { title: 'API token', description: 'For service accounts', type: 'app-token', inputSchema: tokenInput('API token'), makeApiClient: bearerClient(api, 'token'), test: test('/api/v2/users/me.json') },
        },
      }
  }
}

/** The specification of a connector of the story, as a client would send it. */
export function demoSpecification({ name, app, type, api, categories }: DemoConnector): ConnectorCreate {
  return {
    name,
    categories,
    ...(app === undefined ? {} : { externalAppId: idOf(`public app ${app}`), logoUri: `/logos/${app}.svg` }),
    ...(type === 'oauth2' ? { parameters: { region: 'eu' } } : {}),
    ui: { description: `Connects ${name} to Larkfield.`, helpUri: 'https://help.larkfield.example/connect' },
    ...authentication(type, api),
  }
}

export function connectorKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
}

export function connectorId(workspaceKey: string, name: string): string {
  return idOf(`connector ${workspaceKey} ${name}`)
}

export const productionConnectors = connectors

/** Every connector of the story in its workspaces, with the versions that were published. */
export function connectorRows(): { connectors: Insertable<ConnectorsTable>[]; versions: Insertable<ConnectorVersionsTable>[] } {
  const placed = [
    ...connectors.map((connector) => ({ connector, workspaceKey: productionKey })),
    ...connectors.filter(({ developmentToo }) => developmentToo === true).map((connector) => ({ connector, workspaceKey: developmentKey })),
    ...connectors.slice(0, 2).map((connector) => ({ connector, workspaceKey: 'harbour-migration' })),
  ]
  return {
    connectors: placed.map(({ connector, workspaceKey }, index) => {
      const { name, ...specification } = demoSpecification(connector)
      const key = connectorKey(name)
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
          specification: JSON.stringify({ ...specification, ui: { ...specification.ui, description: `Connects ${name} (${version}).` } }),
          created_at: day(3 + index * 6),
        }
      }),
    ),
  }
}
