import { randomBytes } from 'node:crypto'
import {
  copyFile,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { create } from 'tar'
import { beforeEach, expect, test } from 'vitest'
import { emptyDatabase } from '@/server/testing/empty-database'
import { folderOfTest } from '@/server/testing/folder-of-test'
import { backUp, restore } from './backup'

let parent: string
let data: string
beforeEach(async () => {
  parent = await folderOfTest()
  data = join(parent, 'data')
})

/** Writes an archive with the files of a backup, or some others. */
async function archive(...files: string[]): Promise<string> {
  const [content, file] = [join(parent, 'content'), join(parent, 'backup.tar.gz')]
  await rm(content, { recursive: true, force: true })
  await mkdir(join(content, 'database'), { recursive: true })
  for (const name of files) await writeFile(join(content, name), randomBytes(100_000))
  await create({ cwd: content, gzip: true, file }, files)
  return file
}
const backup = () => archive('database/PG_VERSION', 'database/backup_label')

test('a backup does not begin without free space for the copy', async () => {
  const large = join(data, 'database', 'large')
  await mkdir(dirname(large), { recursive: true })
  await writeFile(large, '')
  const { bavail, bsize } = await statfs(data)
  await truncate(large, bavail * bsize)
  const database = emptyDatabase.withPlugin({
    transformQuery() {
      throw new Error('The backup began')
    },
    transformResult: async ({ result }) => result,
  })
  await expect(backUp(database, data)).rejects.toThrow(
    /^DATA_DIR: A backup needs \d+ MB of free space .* has \d+ MB$/,
  )
  expect(await readdir(data)).toEqual(['database'])
})

test('after a backup that is cut off, a complete one can be restored', async () => {
  const cutOff = join(parent, 'cut-off.tar.gz')
  const whole = await readFile(await backup())
  await writeFile(cutOff, whole.subarray(0, whole.length * 0.75))
  await expect(restore(cutOff, data)).rejects.toThrow(`${cutOff} could not be restored: `)
  await restore(await backup(), data)
  if (process.platform !== 'win32')
    expect((await stat(join(data, 'database'))).mode & 0o777).toBe(0o700)
  await expect(restore(await backup(), data)).rejects.toThrow('already has a database')
})

test('after a restore that was killed, the backup can be restored again', async () => {
  const file = await archive('database/PG_VERSION', 'database/backup_label', 'master-key')
  // It is moved first, and the database last.
  await mkdir(join(data, 'backup.incomplete-killed', 'database'), { recursive: true })
  await copyFile(join(parent, 'content', 'master-key'), join(data, 'master-key'))
  await restore(file, data)
  expect((await readdir(data)).toSorted()).toEqual(['database', 'master-key'])
})

test('the master key in a folder is not replaced by another one', async () => {
  const withKey = () => archive('database/PG_VERSION', 'database/backup_label', 'master-key')
  const key = join(data, 'master-key')
  await mkdir(data)
  await writeFile(key, 'of another database')
  await expect(restore(await withKey(), data)).rejects.toThrow(
    /could not be restored: .* has another master key/,
  )
  expect(await readFile(key, 'utf8')).toBe('of another database')

  const file = await withKey()
  await copyFile(join(parent, 'content', 'master-key'), key)
  await restore(file, data)
})

test('a backup without a master key can be restored beside one', async () => {
  await mkdir(data)
  await writeFile(join(data, 'master-key'), 'the right one')
  await restore(await backup(), data)
  expect(await readFile(join(data, 'master-key'), 'utf8')).toBe('the right one')
})

test('what is no backup is refused by its name, and leaves nothing in the folder', async () => {
  const text = join(parent, 'text')
  await writeFile(text, 'no archive')
  for (const file of [text, parent, join(parent, 'missing'), await archive('other')]) {
    await expect(restore(file, data)).rejects.toThrow(`${file} could not be restored: `)
    // Otherwise, the next start could delete a database that has been moved here since.
    expect(await readdir(data), file).toEqual([])
  }
})

test('a folder with something else in place of the database is left alone', async () => {
  await mkdir(join(data, 'database', 'database'), { recursive: true })
  await expect(restore(await backup(), data)).rejects.toThrow(/^DATA_DIR: .* is not empty/)
  expect(await readdir(join(data, 'database'))).toEqual(['database'])
})
