import type { Dependencies } from './context'

/**
 * Checks that the master key decrypts the stored secrets, at the start rather than at the first
 * sign-in.
 * @throws an error that says what to do
 */
export async function assertMasterKeyMatches({
  database,
  secretBox,
}: Pick<Dependencies, 'database' | 'secretBox'>): Promise<void> {
  const workspace = await database
    .selectFrom('workspaces')
    .select('encrypted_secret')
    .limit(1)
    .executeTakeFirst()
  if (workspace === undefined) return
  await secretBox.open(workspace.encrypted_secret).catch(() => {
    throw new Error(
      'The secrets in this database are encrypted with another master key: set MASTER_KEY to ' +
        'that key, or restore the file master-key in DATA_DIR.',
    )
  })
}
