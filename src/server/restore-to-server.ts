import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import type { Log } from './core/ports/log'
import { assertMasterKeyMatches } from './core/secrets/master-key-check'
import { withDependencies } from './dependencies'
import { restoreMasterKey, withUnpacked } from './node/backup'
import type { Configuration } from './node/configuration'
import { assertHasMasterKey } from './node/master-key'
import { openDatabase } from './node/open-database'
import { hasOrganization } from './services/organizations/create'
import { copyTables } from './store/copy-tables'

/**
 * Restores a backup of an embedded database into the database at `DATABASE_URL`, which is empty
 * and remains so after a failure. Unless `MASTER_KEY` is set, the data folder gets the key that is
 * in the backup.
 * @throws an error that says what to do
 */
export async function restoreToServer(
  file: string,
  configuration: Configuration,
  log: Log,
): Promise<void> {
  await withUnpacked(file, tmpdir(), async (copy) => {
    if (configuration.MASTER_KEY === undefined) await restoreMasterKey(copy, configuration.DATA_DIR)
    assertHasMasterKey(configuration)
    const source = await openDatabase({ DATA_DIR: copy, EMBEDDED_FSYNC: false }, { log })
    try {
      await withDependencies(configuration, log, undefined, async ({ database, secretBox }) => {
        await database.transaction().execute(async (target) => {
          if (await hasOrganization(target))
            throw new Error('DATABASE_URL: this database has data. Create an empty one.')
          await copyTables(source.jobs, target)
          await assertMasterKeyMatches({ database: target, secretBox })
        })
        await sql`analyze`.execute(database)
      })
    } finally {
      await source.close()
    }
  })
}
