import { v7 as uuid } from 'uuid'
import type { ResponseOf, ParsedRequestOf } from '../../../contract/operation'
import type { Operations } from '../../../contract/operations'
import { audit } from '../../core/audit'
import { assertWritable } from '../../core/authorize'
import type { RequestContext } from '../../core/context'
import { accessDenied, ServiceError } from '../../core/service-error'
import { findConnector } from './find'
import { connectorVersionItem, newestFirst, nextVersion } from './version'

/** Publishes the working copy of a connector as a version that does not change any more. @throws not_found, access_denied, already_exists */
export async function publishConnectorVersion(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['publishConnectorVersion']>,
): Promise<ResponseOf<Operations['publishConnectorVersion']>> {
  return context.database.transaction().execute(async (transaction) => {
    const connector = await findConnector(context, params.idOrKey, transaction, { forUpdate: true })
    await assertWritable(transaction, connector.workspace_id)
    if (connector.is_read_only)
      throw accessDenied(`${connector.name} is read-only: it cannot be changed`)
    if (connector.archived_at !== null)
      throw new ServiceError(
        'conflict',
        `${connector.name} is archived: nothing of it can be published`,
      )

    const published = (
      await transaction
        .selectFrom('connector_versions')
        .select('version')
        .where('connector_id', '=', connector.id)
        .execute()
    ).map(({ version }) => version)
    const version = body.version ?? nextVersion(published)
    if (published.includes(version))
      throw new ServiceError(
        'already_exists',
        `${connector.name} has a version ${version} already: choose another number`,
        { field: 'version' },
      )

    const now = context.clock()
    const row = await transaction
      .insertInto('connector_versions')
      .values({
        id: uuid(),
        connector_id: connector.id,
        version,
        changelog: body.changelog ?? '',
        specification: JSON.stringify(connector.specification),
        created_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const newest = [...published, version].sort(newestFirst)[0] ?? version
    await transaction
      .updateTable('connectors')
      .set({ published_version: newest, updated_at: now })
      .where('id', '=', connector.id)
      .execute()
    await audit(context, transaction, {
      operation: 'publishConnectorVersion',
      workspaceId: connector.workspace_id,
      subject: { type: 'connector', id: connector.id, name: connector.name },
      changes: [{ path: 'version', after: version }],
    })
    return connectorVersionItem(row)
  })
}
