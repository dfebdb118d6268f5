/** Events that webhooks report, by the names that engines use. Other names are kept. */
const webhookEvents = {
  'connection.created': 'A customer connected an app',
  'connection.disconnected': 'A connection lost its credentials',
  'connection.reconnected': 'A customer reconnected an app',
  'connection.deleted': 'A connection was archived',
  'flowRun.queued': 'A flow run was queued',
  'flowRun.started': 'A flow run started',
  'flowRun.completed': 'A flow run completed',
  'flowRun.failed': 'A flow run failed',
  'flowRun.stopped': 'A flow run was stopped',
  'alert.created': 'A limit was approached or exceeded',
  'alert.resolved': 'Usage is back below its limit',
  'workspace.updated': 'Settings, limits or keys were changed',
  'workspace.restored': 'The workspace was restored',
  'connector.created': 'A connector was created',
  'connector.updated': 'The working copy of a connector was changed',
  'app.updated': 'An app of the workspace was changed',
  'app.archived': 'An app was archived',
  ping: 'Sent to test the address',
} as const

export const webhookEventNames = Object.keys(webhookEvents)

/** Describes an event; undefined for a name that only the engine knows. */
export function describeEvent(name: string): string | undefined {
  return new Map<string, string>(Object.entries(webhookEvents)).get(name)
}
