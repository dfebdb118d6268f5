import type { Insertable } from 'kysely'
import { demoReceiverHost } from '@/contract/demo'
import { maskedValue, type RecordedChange } from '@/contract/history'
import { limitFacts, type LimitName } from '@/contract/limits'
import type { OperationId } from '@/contract/operations'
import type { SettingName } from '@/contract/workspaces'
import type { CallerIdentity } from '@/server/core/access/caller'
import type { AuditEventsTable } from '@/server/store/schema'
import { connectorId } from './connectors'
import { idAt } from './deterministic'
import { ownAppId } from './elements'
import { storyDays, type StoryDay } from './story-calendar'
import {
  developmentKey,
  productionJwksUri,
  productionKey,
  productionKeys,
  productionWebhookEvents,
  productionWebhookUri,
  workspaceId,
} from './workspaces'

const id = workspaceId(productionKey)
const production = { type: 'workspace', id, name: 'Larkfield Production' }
const development = {
  type: 'workspace',
  id: workspaceId(developmentKey),
  name: 'Larkfield Development',
}

interface Event {
  by: CallerIdentity
  operation: OperationId
  subject: { type: string; id: string; name: string }
  reason?: string
  changes?: RecordedChange[]
}

const admin = (name: string): CallerIdentity => ({ role: 'admin', name, workspaceId: id })
const [maren, idris, pipeline] = [
  admin('Maren Holt'),
  admin('Idris Vance'),
  admin('Deploy pipeline'),
]
const operator: CallerIdentity = { role: 'operator', name: 'Platform operations' }

function limit(name: LimitName, before: number | undefined, after: number): RecordedChange {
  const entry = (value: number) => ({ unit: limitFacts(name).unit, value })
  return {
    path: `limits.${name}`,
    before: before === undefined ? undefined : entry(before),
    after: entry(after),
  }
}
const settingEnabled = (name: SettingName): RecordedChange => ({
  path: `settings.${name}`,
  before: false,
  after: true,
})

const updated = (by: CallerIdentity, ...changes: RecordedChange[]): Event => ({
  by,
  operation: 'updateOrgWorkspace',
  subject: production,
  changes,
})
const onConnector = (
  by: CallerIdentity,
  name: string,
  workspaceKey: string = productionKey,
): Event => ({
  by,
  operation: 'createConnector',
  subject: { type: 'connector', id: connectorId(workspaceKey, name), name },
})
const onApp = (by: CallerIdentity, operation: OperationId, key: string, name: string): Event => ({
  by,
  operation,
  subject: { type: 'app', id: ownAppId(productionKey, key), name },
})

/** The events that the production workspace had chosen first, later and now. */
const webhookEvents = [
  productionWebhookEvents.slice(0, 1),
  productionWebhookEvents.slice(0, 3),
  productionWebhookEvents,
]
const oldWebhookUri = `https://${demoReceiverHost}/old`

/** Oldest first. They end with the current state of the production workspace. */
const events: Event[] = [
  { by: operator, operation: 'createOrgWorkspace', subject: production },
  updated(
    maren,
    { path: 'name', before: 'Larkfield', after: 'Larkfield Production' },
    { path: 'type', before: 'development', after: 'production' },
  ),
  onConnector(maren, 'HubSpot'),
  onConnector(maren, 'Salesforce'),
  updated(idris, settingEnabled('enableApiLogs'), settingEnabled('enableActionRunLogs')),
  updated(idris, { path: 'publicKeys', before: [], after: productionKeys.slice(0, 1) }),
  updated(maren, limit('apiRequestsPerSecond', undefined, 80)),
  updated(
    pipeline,
    { path: 'webhookUri', before: null, after: oldWebhookUri },
    { path: 'enabledWebhookEvents', before: [], after: webhookEvents[0] },
  ),
  onConnector(idris, 'Stripe'),
  onApp(maren, 'archiveApps', 'acme-warehouse', 'Acme Warehouse'),
  {
    ...onApp(maren, 'restoreAppArchive', 'acme-warehouse', 'Acme Warehouse'),
    reason: 'Acme still uses it',
  },
  updated(
    maren,
    limit('parallelFlowRuns', undefined, 25),
    limit('totalNumberOfConnections', undefined, 10_000),
  ),
  updated(idris, settingEnabled('enableWebhookLogs')),
  {
    by: maren,
    operation: 'createOrgWorkspaceAccessToken',
    subject: production,
    changes: [{ path: 'token', after: { name: 'Support desk', isAdmin: false } }],
  },
  updated(pipeline, {
    path: 'webhookUri',
    before: oldWebhookUri,
    after: productionWebhookUri,
  }),
  updated(pipeline, {
    path: 'enabledWebhookEvents',
    before: webhookEvents[0],
    after: webhookEvents[1],
  }),
  {
    by: idris,
    operation: 'rotateOrgWorkspaceSecret',
    subject: production,
    changes: [{ path: 'secret', before: maskedValue, after: maskedValue }],
  },
  updated(idris, { path: 'publicKeys', before: productionKeys.slice(0, 1), after: productionKeys }),
  onConnector(pipeline, 'GitHub'),
  updated(maren, {
    path: 'alertDeliverySettings.alertTypes.apiRequestsPerHour',
    before: { internal: true },
    after: { internal: true, webhook: { enabled: true } },
  }),
  updated(
    operator,
    limit('totalFileStorageMb', undefined, 51_200),
    limit('apiRequestsPerHour', undefined, 200_000),
  ),
  updated(
    maren,
    limit('parallelFlowRuns', 25, 40),
    limit('totalNumberOfConnections', 10_000, 25_000),
  ),
  {
    ...updated(maren, limit('apiRequestsPerSecond', 80, 120)),
    reason: 'Acme imports its customers this week (ticket 4711)',
  },
  updated(pipeline, {
    path: 'enabledWebhookEvents',
    before: webhookEvents[1],
    after: webhookEvents[2],
  }),
  updated(idris, {
    path: 'jwksUri',
    before: null,
    after: productionJwksUri,
  }),
]

/** Oldest first, in the development workspace. */
const developmentEvents: Event[] = [
  { by: operator, operation: 'createOrgWorkspace', subject: development },
  { ...updated(maren, limit('apiRequestsPerSecond', undefined, 20)), subject: development },
  onConnector(idris, 'HubSpot', developmentKey),
  onConnector(idris, 'Stripe', developmentKey),
  { ...updated(idris, settingEnabled('enableApiLogs')), subject: development },
  { ...updated(maren, limit('parallelFlowRuns', undefined, 4)), subject: development },
  {
    ...updated(idris, settingEnabled('autoGenerateIntegrationsFromWebSearch')),
    subject: development,
  },
]

/** Spreads events over the story: rare in its first weeks, the last one some hours ago. */
function timesOf(count: number, day: StoryDay): Date[] {
  const latest = 0.12
  return Array.from({ length: count }, (_, index) =>
    day(storyDays - latest - (storyDays - 1) * ((count - 1 - index) / (count - 1)) ** 1.5),
  )
}

/** Returns the history of the workspaces up to the start of the demo. */
export function historyRows(day: StoryDay): Insertable<AuditEventsTable>[] {
  return [
    { workspace: production, events },
    { workspace: development, events: developmentEvents },
  ].flatMap(({ workspace, events: inWorkspace }) => {
    const times = timesOf(inWorkspace.length, day)
    return inWorkspace.map(({ by, operation, subject, reason, changes = [] }, index) => {
      const time = times[index] ?? day(storyDays)
      const name = `${workspace.id} ${index}`
      return {
        id: idAt(`history ${name}`, time),
        workspace_id: workspace.id,
        operation,
        subject_type: subject.type,
        subject_id: subject.id,
        subject_name: subject.name,
        actor: JSON.stringify(by),
        reason: reason ?? null,
        request_id: idAt(`request ${name}`, time),
        changes: JSON.stringify(changes),
        created_at: time,
      }
    })
  })
}
