import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { newestFirst, nextVersion } from '@/contract/connector-versions'
import type { ParsedRequestOf, ResponseOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import { ServiceError } from '@/server/core/service-error'
import { writing } from '@/server/core/writes/writing'
import { assertEditable, connectorEntry, connectors } from './find'
import { connectorVersionItem } from './version'

/**
 * Publishes the working copy of a connector as a version, which never changes again.
 * @throws not_found, precondition_failed, access_denied, conflict, already_exists
 */
export async function publishConnectorVersion(
  context: RequestContext,
  { params, body }: ParsedRequestOf<Operations['publishConnectorVersion']>,
): Promise<ResponseOf<Operations['publishConnectorVersion']>> {
  const id = params.idOrKey
  const write = { operation: 'publishConnectorVersion', records: connectors, id } as const
  return writing(context, write, async (transaction, connector) => {
    assertEditable(connector, 'published')
    const rows = await transaction
      .selectFrom('connector_versions')
      .select('version')
      .where('connector_id', '=', connector.id)
      .execute()
    const published = rows.map((row) => row.version)
    const version = body.version ?? nextVersion(published)
    if (published.includes(version))
      throw new ServiceError(
        'already_exists',
        `${connector.name} already has a version ${version}: choose another number`,
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
        // Copied in the database, since it can have megabytes.
        specification: sql`(
          select specification from connectors
          where id = ${connector.id} and workspace_id = ${connector.workspace_id}
        )`,
        name: connector.name,
        external_app_id: connector.external_app_id,
        created_at: now,
      })
      .returning(['id', 'connector_id', 'version', 'changelog', 'created_at'])
      .executeTakeFirstOrThrow()
    await transaction
      .updateTable('connectors')
      .set({
        published_version: [...published, version].sort(newestFirst)[0] ?? version,
        updated_at: now,
      })
      .where('id', '=', connector.id)
      .execute()
    const changes = [{ path: 'version', after: version }]
    return {
      result: connectorVersionItem(row),
      entries: [{ ...connectorEntry(connector), changes }],
    }
  })
}
