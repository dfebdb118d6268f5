import type { Queryable } from '@/server/store/database'
import type { Dependencies } from '../context'
import { workspaceSecrets } from './reseal-secrets'

/**
 * Checks that the master key decrypts the secrets of all workspaces, at the start rather than at
 * the first sign-in: some remain encrypted with the previous key until all are re-encrypted.
 * @throws an error that says what to do
 */
export async function assertMasterKeyMatches({
  database,
  secretBox,
}: Pick<Dependencies, 'secretBox'> & { database: Queryable }): Promise<void> {
  for await (const { encrypted_secret: sealed } of workspaceSecrets(database))
    await secretBox.open(sealed).catch(() => {
      throw new Error(
        'The secrets in this database are encrypted with another master key: set MASTER_KEY to ' +
          'that key, or, without MASTER_KEY, have that key in the file master-key in DATA_DIR.',
      )
    })
}
