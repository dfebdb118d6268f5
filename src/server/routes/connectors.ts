import { createConnector } from '../services/connectors/create'
import { getConnector } from '../services/connectors/get'
import { getConnectorSpecification } from '../services/connectors/get-specification'
import { listConnectors } from '../services/connectors/list'
import type { GuardedHandlers } from './handler'

export const connectorHandlers = { createConnector, listConnectors, getConnector, getConnectorSpecification } satisfies Partial<GuardedHandlers>
