/** Events that a workspace can be told of, by the names that engines use, with what each means. Other names are kept as they are. */
const webhookEvents = {
  'connection.created': 'A customer connected an app',
  'connection.disconnected': 'A connection lost its credentials',
  'connection.reconnected': 'A customer connected it again',
  'connection.deleted': 'A connection was archived',
  'flowRun.queued': 'A run of a flow waits its turn',
  'flowRun.started': 'A run of a flow began',
  'flowRun.completed': 'A run of a flow ended well',
  'flowRun.failed': 'A run of a flow failed',
  'flowRun.stopped': 'A run of a flow was stopped',
  'alert.created': 'A limit came near, or refused something',
  'alert.resolved': 'The quantity is below its limit again',
  'workspace.updated': 'Settings, limits or keys were changed',
  'workspace.restored': 'The workspace was restored',
  'connector.created': 'A connector was created',
  'app.updated': 'An app of the workspace was changed',
  'app.archived': 'An app was archived',
  ping: 'Sent to try the address',
} as const

export const webhookEventNames = Object.keys(webhookEvents)

/** What an event means; undefined for a name of the engine’s own. */
export function describeEvent(name: string): string | undefined {
  return new Map<string, string>(Object.entries(webhookEvents)).get(name)
}
