import type { Insertable } from 'kysely'
import type { OperationId } from '../../contract/operations'
import type { AuditEventsTable } from '../store/schema'
import { day, idOf, pick } from './identity'
import { productionKey, workspaceId } from './workspaces'

const limit = (value: number) => ({ unit: 'number', value })

const changes: { path: string; before?: unknown; after?: unknown }[][] = [
  [{ path: 'limits.apiRequestsPerSecond', before: limit(80), after: limit(120) }],
  [{ path: 'settings.enableWebhookLogs', before: false, after: true }],
  [{ path: 'webhookUri', before: 'https://hooks.larkfield.example/old', after: 'https://hooks.larkfield.example/signalbox' }],
  [{ path: 'limits.parallelFlowRuns', before: limit(25), after: limit(40) }, { path: 'limits.totalNumberOfConnections', before: limit(10_000), after: limit(25_000) }],
  [{ path: 'alertDeliverySettings.alertTypes.apiRequestsPerHour', before: { internal: true }, after: { internal: true, webhook: { enabled: true } } }],
  [{ path: 'name', before: 'Larkfield', after: 'Larkfield Production' }, { path: 'type', before: 'development', after: 'production' }],
  [{ path: 'enabledWebhookEvents', before: ['connection.created'], after: ['connection.created', 'connection.disconnected', 'flowRun.failed', 'alert.created', 'workspace.updated'] }],
]

/** Who changed what in the production workspace before the demo begins. */
export function historyRows(): Insertable<AuditEventsTable>[] {
  const id = workspaceId(productionKey)
  return changes.map((change, index) => {
    const operation: OperationId = 'updateOrgWorkspace'
    return {
      id: idOf(`history ${index}`, 6 + index * 5),
      workspace_id: id,
      operation,
      subject_type: 'workspace',
      subject_id: id,
      subject_name: 'Larkfield Production',
      actor: JSON.stringify({ role: 'admin', name: pick(`actor ${index}`, ['Maren Holt', 'Idris Vance', 'Deploy pipeline']), workspaceId: id }),
      request_id: idOf(`request ${index}`, 6 + index * 5),
      changes: JSON.stringify(change),
      created_at: day(6 + index * 5),
    }
  })
}
