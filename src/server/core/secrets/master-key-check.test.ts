import { expect, test } from 'vitest'
import { apiPerFile } from '@/server/testing/api-per-file'
import { assertMasterKeyMatches } from './master-key-check'
import { secretBox } from './secret-box'

const api = await apiPerFile()

test('a master key other than the database’s is refused, with a remedy', async () => {
  const { database, secretBox: own } = api.dependencies
  const other = await secretBox(new Uint8Array(32).fill(99))
  await expect(assertMasterKeyMatches({ database, secretBox: other })).resolves.toBeUndefined()
  await api.newWorkspace()
  await expect(assertMasterKeyMatches({ database, secretBox: own })).resolves.toBeUndefined()
  await expect(assertMasterKeyMatches({ database, secretBox: other })).rejects.toThrow(
    'set MASTER_KEY to that key',
  )
})

test('a key that decrypts only some of the secrets is refused', async () => {
  const { database, secretBox: own } = api.dependencies
  await api.newWorkspace()
  const last = await api.newWorkspace()
  const other = await secretBox(new Uint8Array(32).fill(99))
  await database
    .updateTable('workspaces')
    .set({ encrypted_secret: await other.seal('secret') })
    .where('id', '=', last.id)
    .execute()
  for (const box of [own, other])
    await expect(assertMasterKeyMatches({ database, secretBox: box })).rejects.toThrow(
      'set MASTER_KEY to that key',
    )
})
