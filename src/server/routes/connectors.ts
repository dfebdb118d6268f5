import { createConnector } from '../services/connectors/create'
import { getConnector } from '../services/connectors/get'
import { getConnectorSpecification } from '../services/connectors/get-specification'
import { listConnectors } from '../services/connectors/list'
import { listConnectorCategories } from '../services/connectors/list-categories'
import { listConnectorVersions } from '../services/connectors/list-versions'
import { publishConnectorVersion } from '../services/connectors/publish-version'
import { searchConnectors } from '../services/connectors/search'
import type { GuardedHandlers } from '../http/handler'

export const connectorHandlers = {
  createConnector,
  listConnectors,
  searchConnectors,
  listConnectorCategories,
  getConnector,
  listConnectorVersions,
  publishConnectorVersion,
  getConnectorSpecification,
} satisfies Partial<GuardedHandlers>
