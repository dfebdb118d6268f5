import type { Dependencies } from './context'

/**
 * Checks at start, rather than at the first sign-in, that the secrets can be opened with the master key.
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
      'The secrets in this database are sealed under another master key. Set MASTER_KEY to that key, or put the master-key file back into DATA_DIR.',
    )
  })
}
