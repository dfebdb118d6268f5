import type { Dependencies } from './context'

/**
 * Checks at the start, not at the first sign-in, that the master key opens the stored secrets.
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
      'The secrets in this database are sealed under another master key: set MASTER_KEY to it, ' +
        'or put the master-key file back into DATA_DIR.',
    )
  })
}
