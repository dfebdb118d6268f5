import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { folderOfTest } from '@/server/testing/folder-of-test'
import { masterKey } from './master-key'

let folder: string
beforeEach(async () => {
  folder = await folderOfTest()
})

const isNew = async () => true

test('a key is created once, and kept', async () => {
  const key = await masterKey(undefined, folder, isNew)
  expect(key.byteLength).toBe(32)
  expect(await masterKey(undefined, folder, isNew)).toEqual(key)
})

test.each(['', 'c2hvcnQ=', 'not base64'])('a file with "%s" is no key', async (content) => {
  await writeFile(join(folder, 'master-key'), content)
  await expect(masterKey(undefined, folder, isNew)).rejects.toThrow(
    `${join(folder, 'master-key')} does not contain 32 bytes in base64`,
  )
})

test('a key that an editor ended with a line break is still the key', async () => {
  const text = Buffer.alloc(32, 7).toString('base64')
  await writeFile(join(folder, 'master-key'), `${text}\n`)
  expect(await masterKey(undefined, folder, isNew)).toEqual(new Uint8Array(32).fill(7))
})
