import { demoHandlers, guardedDemoHandlers } from './demo'
import type { GuardedHandlers, OpenHandlers } from './handler'
import { actionHandlers } from './actions'
import { alertHandlers } from './alerts'
import { appHandlers } from './apps'
import { connectionHandlers } from './connections'
import { connectorHandlers } from './connectors'
import { historyHandlers } from './history'
import { serviceHandlers } from './service'
import { webhookHandlers } from './webhooks'
import { workspaceHandlers } from './workspaces'

/** Operation → service. An operation of the contract that nothing answers does not compile. */
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
