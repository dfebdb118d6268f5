import type { Insertable } from 'kysely'
import { alertTypeNames } from '@/contract/alerts'
import { demoLimit, demoReceiverHost } from '@/contract/demo'
import { limitFacts, type LimitName } from '@/contract/limits'
import type { SecretBox } from '@/server/core/secrets/secret-box'
import { searchColumns } from '@/server/search/search-text'
import { newWorkspaceSecret } from '@/server/services/workspaces/secret'
import type { WorkspacesTable } from '@/server/store/schema'
import { idOf } from './deterministic'
import type { StoryDay } from './story-calendar'

export const productionKey = 'larkfield-production'
export const developmentKey = 'larkfield-development'
export const frozenKey = 'harbour-migration'
const pilotKey = 'larkfield-pilot'

export const demoOrganization = { id: idOf('organization'), name: 'Larkfield Software' }

type DemoWorkspace = Partial<Insertable<WorkspacesTable>> & { name: string; key: string }

/** Entries for limits that differ from their defaults, with the units of the limit table. */
function limits(values: Partial<Record<LimitName, number>>): string {
  const names = Object.keys(values).filter((name): name is LimitName => name in values)
  return JSON.stringify(
    Object.fromEntries(
      names.map((name) => [name, { unit: limitFacts(name).unit, value: values[name] }]),
    ),
  )
}

const rsaKey = `-----BEGIN PUBLIC KEY-----
MIIBojANBgkqhkiG9w0BAQEFAAOCAY8AMIIBigKCAYEA13liru9gKljL688AOb9D
+470Pti7xmMhp0TqTnqTCyb5wrd5B96SNXYJCPc7/OGLWX+F0jxJlbxzjcR/O0M0
oaNiKWwNJGFWm1QtlXUaC2YbI+C7nklyKPA/agVYS8kXkIc6qo+y/v0nmYpT0Rd5
hm9IMvQeDwuaKL1D5igvo8kxcnekeTp5kLDPukXHVMY2fMTjIhdzVHimwj9K01sh
W+pLB0rYfGRIsqknU5+WtX6KXeStRKHQhL1Ls1izbZT8iyHhW3cfwQa+pPvmKJIX
tKJV5A/1ZoI0CJkjD2RG2VGWl1/ykk/VPSpEjLViG6bA5uWrYEPXxss/mXlpNERK
oCDzVKVCX+P9yY7RzoIKTmbzuTYO6xW8odYRYzut+Z5Cs0BfsTQATk+S+M+PcRKb
sCYXGzaxGEdsYg02QVhiMUt8lyWHFxWAHBEkHj2ANQzY0iKPkZKRrRSQiXyoUy7d
2n4SjrU+9AXfFyKYMaxYTA9BBcgPNftKXPgLPIkMmSOpAgMBAAE=
-----END PUBLIC KEY-----`

const ecKey = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEdOxfGNAs+cOZUx6XKGkJi2A/pKsC
oL/GV9kx1M/RBELqGbuV2sGJapBiIs0Q+greGhv+1mMMSf/ckxzncUMhfg==
-----END PUBLIC KEY-----`

export const productionWebhookUri = `https://${demoReceiverHost}/signalbox`
export const productionWebhookEvents = [
  'connection.created',
  'connection.disconnected',
  'flowRun.failed',
  'alert.created',
  'workspace.updated',
]
export const productionJwksUri = 'https://auth.larkfield.example/.well-known/jwks.json'
/** How many connectors, apps and actions the operator allows in the production workspace. */
export const productionElements = 400

export const productionKeys = [
  { name: 'backend', publicKey: rsaKey },
  { name: 'mobile-gateway', publicKey: ecKey },
]

const userFieldsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: {
    plan: { type: 'string', title: 'Plan', enum: ['trial', 'team', 'business', 'enterprise'] },
    region: { type: 'string', title: 'Region', enum: ['eu-central', 'us-east', 'ap-southeast'] },
    seats: { type: 'integer', title: 'Seats', minimum: 1 },
    accountManager: { type: 'string', title: 'Account manager', format: 'email' },
  },
  required: ['plan', 'region'],
}

/**
 * Failures are sent by webhook and e-mail, alerts about an approaching limit by webhook; others are
 * only listed.
 */
const alertDelivery = {
  alertTypes: Object.fromEntries(
    alertTypeNames.map((name) => [
      name,
      {
        internal: true,
        ...(/^(api|webhook)Requests|^total|^parallelApi|testAlert/.test(name)
          ? { webhook: { enabled: true } }
          : {}),
        ...(/engineCredits|aiCredits|totalNumberOf|^apiRequestsPerSecond$|testAlert/.test(name)
          ? { email: { enabled: true } }
          : {}),
      },
    ]),
  ),
}

const demoWorkspaces = (day: StoryDay): DemoWorkspace[] => [
  {
    name: 'Larkfield Production',
    key: productionKey,
    type: 'production',
    feature_flags: JSON.stringify(['agent-sessions', 'mcp']),
    service_instance_id: 'eu-central-1',
    limits: limits({
      [demoLimit.name]: demoLimit.normal,
      apiRequestsPerHour: 200_000,
      parallelFlowRuns: 40,
      totalNumberOfConnections: 25_000,
      totalFileStorageMb: 51_200,
      apiRequestsPerTenantPerSecond: 30,
      webhookRequestsPerHour: 150_000,
    }),
    operator_limits: limits({
      apiRequestsPerHour: 150_000,
      parallelCustomCodeRuns: 12,
      totalNumberOfTenants: 5000,
      totalNumberOfWorkspaceElements: productionElements,
    }),
    operator_limits_synced_at: day(41.3),
    settings: JSON.stringify({
      enableApiLogs: true,
      enableWebhookLogs: true,
      enableActionRunLogs: true,
      useServiceUniverse: true,
      autoGenerateIntegrationsFromConnectors: true,
      inboxEmailNotifications: true,
    }),
    public_keys: JSON.stringify(productionKeys),
    user_fields_schema: JSON.stringify(userFieldsSchema),
    jwks_uri: productionJwksUri,
    webhook_uri: productionWebhookUri,
    enabled_webhook_events: JSON.stringify(productionWebhookEvents),
    alert_delivery_settings: JSON.stringify(alertDelivery),
    alert_settings: JSON.stringify({ emailRecipients: ['oncall@larkfield.example'] }),
  },
  {
    name: 'Larkfield Development',
    key: developmentKey,
    type: 'development',
    limits: limits({ apiRequestsPerSecond: 20, parallelFlowRuns: 4 }),
    operator_limits: limits({ totalNumberOfConnections: 200 }),
    operator_limits_synced_at: day(37.8),
    operator_limits_sync_error: 'The owning instance responded with 503: it was being upgraded',
    service_instance_id: 'eu-central-1',
    settings: JSON.stringify({
      enableApiLogs: true,
      useServiceUniverse: true,
      autoGenerateIntegrationsFromWebSearch: true,
    }),
  },
  {
    name: 'Harbour Migration (frozen)',
    key: frozenKey,
    type: 'production',
    is_read_only: true,
    settings: JSON.stringify({ useServiceUniverse: true, enableApiLogs: true }),
    limits: limits({ apiRequestsPerSecond: 10 }),
    webhook_uri: 'https://harbour.example/events',
  },
  {
    name: 'Larkfield Pilot',
    key: pilotKey,
    type: 'development',
    archived_at: day(20),
    settings: JSON.stringify({ useServiceUniverse: true }),
  },
]

/** Returns the id of a demo workspace. */
export function workspaceId(key: string): string {
  return idOf(`workspace ${key}`)
}

export const demoWorkspaceIds = [productionKey, developmentKey, frozenKey, pilotKey].map(
  workspaceId,
)

/** Returns the workspaces of the demo. Each installation generates their secrets itself. */
export function workspaceRows(
  secretBox: SecretBox,
  day: StoryDay,
): Promise<Insertable<WorkspacesTable>[]> {
  return Promise.all(
    demoWorkspaces(day).map(async ({ name, key, ...rest }, index) => ({
      id: workspaceId(key),
      org_id: demoOrganization.id,
      key,
      name,
      encrypted_secret: await secretBox.seal(newWorkspaceSecret()),
      ...searchColumns(name, key),
      created_at: day(index * 0.5),
      updated_at: rest.archived_at instanceof Date ? rest.archived_at : day(41.9 - index),
      ...rest,
    })),
  )
}
