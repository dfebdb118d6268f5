import type { Insertable } from 'kysely'
import { keyFromName } from '@/contract/folded-text'
import type { SecretBox } from '@/server/core/secrets/secret-box'
import { searchColumns } from '@/server/search/search-text'
import type { ActionsTable, AppsTable, ConnectionsTable, TenantsTable } from '@/server/store/schema'
import { connectorId, productionConnectors } from './connectors'
import { occursWithShare, idOf, pick } from './deterministic'
import type { StoryDay } from './story-calendar'
import { developmentKey, productionKey, workspaceId } from './workspaces'

const tenants = [
  'Amberline Logistics',
  'Bluefjord Energy',
  'Cobalt & Sons',
  'Dunmore Clinics',
  'Eastgate Foods',
  'Ferngrove Schools',
  'Granite Peak Outfitters',
  'Hollis Legal',
  'Ironbridge Rail',
  'Juniper Travel',
  'Kestrel Aviation',
  'Lakeside Dental',
  'Meridian Print',
  'Nightingale Care',
  'Oakhurst Estates',
  'Pinecrest Hotels',
  'Quayside Fisheries',
  'Redwater Mining',
  'Silverbirch Homes',
  'Tidewater Marine',
  'Umber Ceramics',
  'Valemont Wines',
  'Westmoor Farms',
  'Yarrow Pharmacies',
] as const

/** Returns the tenants of the production workspace: customers of the demo's company. */
export function tenantRows(day: StoryDay): Insertable<TenantsTable>[] {
  return tenants.map((name, index) => ({
    id: idOf(`tenant ${name}`),
    workspace_id: workspaceId(productionKey),
    key: keyFromName(name),
    name,
    fields: JSON.stringify({
      plan: pick(name, ['trial', 'team', 'business', 'enterprise']),
      region: pick(`${name} region`, ['eu-central', 'us-east', 'ap-southeast']),
      seats: 5 + index * 7,
    }),
    created_at: day(index * 0.8),
  }))
}

/**
 * Returns two or three connections for each tenant, and a few tests in development. Their
 * credentials are sealed like real ones.
 */
export async function connectionRows(
  secretBox: SecretBox,
  day: StoryDay,
): Promise<Insertable<ConnectionsTable>[]> {
  const live = productionConnectors.filter(({ archivedOn }) => archivedOn === undefined)
  const chosen = tenants.flatMap((tenant) =>
    live
      .filter(({ name }) => occursWithShare(`${tenant} uses ${name}`, 0.16))
      .map((connector) => ({ tenant, connector, workspaceKey: productionKey })),
  )
  const tests = live
    .filter(({ developmentToo }) => developmentToo === true)
    .map((connector) => ({ tenant: undefined, connector, workspaceKey: developmentKey }))
  return Promise.all(
    [...chosen, ...tests].map(async ({ tenant, connector, workspaceKey }, index) => {
      const name =
        tenant === undefined ? `${connector.name} sandbox` : `${tenant} – ${connector.name}`
      const key = keyFromName(name)
      const identity = `connection ${workspaceKey} ${key}`
      return {
        id: idOf(identity),
        workspace_id: workspaceId(workspaceKey),
        tenant_id: tenant === undefined ? null : idOf(`tenant ${tenant}`),
        connector_id: connectorId(workspaceKey, connector.name),
        external_app_id: connector.app === undefined ? null : idOf(`public app ${connector.app}`),
        key,
        name,
        meta: JSON.stringify({
          source: pick(identity, ['onboarding', 'settings page', 'import']),
          accountName: tenant ?? 'Larkfield test account',
        }),
        auth_option_key: connector.type === 'options' ? pick(identity, ['oauth', 'token']) : null,
        oauth_client_id:
          connector.type === 'oauth2' || connector.type === 'oauth-client'
            ? `larkfield-${keyFromName(connector.name)}`
            : null,
        encrypted_credentials: await secretBox.seal(
          JSON.stringify({ accessToken: `demo-${identity}`, refreshToken: 'demo-refresh' }),
        ),
        connector_parameters: JSON.stringify({ clientSecret: 'demo-client-secret', region: 'eu' }),
        is_test: tenant === undefined,
        disconnected: occursWithShare(`${identity} lost`, 0.12),
        ...searchColumns(name, key),
        created_at: day(2 + index * 0.4),
        updated_at: day(Math.min(12 + index * 0.4, 41.5)),
        archived_at: occursWithShare(`${identity} archived`, 0.05) ? day(30) : null,
      }
    }),
  )
}

const things = [
  ['contact', 'contacts'],
  ['company', 'companies'],
  ['deal', 'deals'],
  ['invoice', 'invoices'],
  ['ticket', 'tickets'],
  ['message', 'messages'],
  ['order', 'orders'],
  ['task', 'tasks'],
  ['employee', 'employees'],
  ['payment', 'payments'],
] as const
const verbs = [
  ['Create', 'create-data-record'],
  ['Find', 'find-data-record-by-id'],
  ['Update', 'update-data-record'],
  ['List', 'list-data-records'],
] as const

/** Returns the actions of the production and the development workspace. */
export function actionRows(day: StoryDay): Insertable<ActionsTable>[] {
  const inWorkspace = (workspaceKey: string) =>
    things.flatMap(([thing, plural]) =>
      verbs.map(([verb, type], index) => {
        const name = `${verb} ${verb === 'List' ? plural : thing}`
        const key = keyFromName(name)
        return {
          id: idOf(`action ${workspaceKey} ${key}`),
          workspace_id: workspaceId(workspaceKey),
          key,
          name,
          type,
          document: JSON.stringify({
            description: `${name} in whichever app the customer has connected.`,
            isUniversal: true,
            revision: '7',
            state: 'READY',
            inputSchema: {
              type: 'object',
              properties:
                verb === 'List'
                  ? {
                      updatedSince: { type: 'string', format: 'date-time', title: 'Updated since' },
                    }
                  : {
                      id: { type: 'string', title: 'Id' },
                      fields: {
                        type: 'object',
                        title: 'Fields',
                        properties: {
                          name: { type: 'string' },
                          email: { type: 'string', format: 'email' },
                        },
                      },
                    },
              required: verb === 'Create' ? ['fields'] : verb === 'List' ? [] : ['id'],
            },
            config: {
              dataSource: { udm: plural, collectionKey: plural },
              fieldMapping: { name: { $var: '$.input.fields.name' } },
            },
            outputSchema: {
              type: 'object',
              properties: { id: { type: 'string' }, record: { type: 'object' } },
            },
          }),
          ...searchColumns(name, key),
          created_at: day(3 + index),
          updated_at: day(25 + index),
        }
      }),
    )
  return [...inWorkspace(productionKey), ...inWorkspace(developmentKey)]
}

const owners = [
  'acme',
  'borealis',
  'crestline',
  'dovetail',
  'everford',
  'foxglove',
  'glenhaven',
  'hartwell',
  'inverness',
  'jasper',
  'kingsway',
  'lomond',
  'marlow',
  'northwick',
  'orchard',
  'pembroke',
] as const
const systems = [
  'Legacy CRM',
  'Warehouse',
  'Timesheets',
  'Partner Portal',
  'Price List',
  'Field Service',
  'Document Store',
  'Loyalty',
  'Data Lake',
  'Intranet',
  'Quality Log',
  'Fleet',
  'Leads Import',
  'Order Desk',
  'Stock Feed',
  'Shift Plan',
  'Claims',
  'Survey',
  'Archive',
] as const

/** Returns the id of a custom app of a demo workspace. */
export function ownAppId(workspaceKey: string, key: string): string {
  return idOf(`own app ${workspaceKey} ${key}`)
}

/** Returns the workspace's own apps: internal systems of customers, some read-only or archived. */
export function ownAppRows(day: StoryDay): Insertable<AppsTable>[] {
  const inWorkspace = (workspaceKey: string, share: number) =>
    owners.flatMap((owner) =>
      systems
        .filter((system) => occursWithShare(`${workspaceKey} ${owner} ${system}`, share))
        .map((system) => {
          const name = `${owner.charAt(0).toUpperCase()}${owner.slice(1)} ${system}`
          const key = keyFromName(name)
          const identity = `own app ${workspaceKey} ${key}`
          return {
            id: ownAppId(workspaceKey, key),
            uuid: idOf(`${identity} uuid`),
            workspace_id: workspaceId(workspaceKey),
            key,
            name,
            categories: ['Internal'],
            app_uri: `https://${owner}.example/${keyFromName(system)}`,
            is_read_only: occursWithShare(`${identity} read-only`, 0.04),
            ...searchColumns(name, key),
            created_at: day(4),
            updated_at: day(4),
            archived_at: occursWithShare(`${identity} archived`, 0.06) ? day(22) : null,
          }
        }),
    )
  return [...inWorkspace(productionKey, 0.97), ...inWorkspace(developmentKey, 0.07)]
}
