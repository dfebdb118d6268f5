import { demoHandlers, guardedDemoHandlers } from '../routes/demo'
import type { GuardedHandlers, OpenHandlers } from './handler'
import { actionHandlers } from '../routes/actions'
import { alertHandlers } from '../routes/alerts'
import { appHandlers } from '../routes/apps'
import { connectionHandlers } from '../routes/connections'
import { connectorHandlers } from '../routes/connectors'
import { historyHandlers } from '../routes/history'
import { serviceHandlers } from '../routes/service'
import { webhookHandlers } from '../routes/webhooks'
import { workspaceHandlers } from '../routes/workspaces'

/** Operation → service. An operation of the contract that nothing responses does not compile. */
export const guardedHandlers: GuardedHandlers = {
  ...workspaceHandlers,
  ...connectorHandlers,
  ...appHandlers,
  ...connectionHandlers,
  ...actionHandlers,
  ...alertHandlers,
  ...webhookHandlers,
  ...historyHandlers,
  ...guardedDemoHandlers,
}
export const openHandlers: OpenHandlers = { ...serviceHandlers, ...demoHandlers }
