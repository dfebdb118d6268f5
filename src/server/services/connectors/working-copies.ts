import type { Resource } from '../../core/writing'
import { connectors } from './find'
import { findWorkingCopy, type ConnectorVersion } from './find-version'
import type { ConnectorRow } from './record'
import { connectorSpecification, specificationEtag } from './specification'

interface WorkingCopy {
  connector: ConnectorRow
  copy: ConnectorVersion
}

/** Connectors with their working copies, as `writing` takes them. */
export const workingCopies: Resource<WorkingCopy> = {
  name: 'connector',
  async lock(context, transaction, selector) {
    const connector = await connectors.lock(context, transaction, selector)
    return { connector, copy: await findWorkingCopy(transaction, connector) }
  },
  lockOwners: (transaction, { connector }, options) =>
    connectors.lockOwners(transaction, connector, options),
  etag: ({ connector, copy }) => specificationEtag(connectorSpecification(connector, copy)),
}
