import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderOfTest } from '@/server/testing/folder-of-test'
import { runOnServer, saveFromServer, serveCommands, writeCompletely } from './control-socket'
import { openDataFolder } from './data-folder'

let folder: string
let stop: () => Promise<void>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-control-'))
  stop = await serveCommands(folder, {
    greet: async (name) => `Hello ${name}`,
    fail: () => Promise.reject(new Error('The disk is full')),
    breakOff: async () =>
      Readable.from(
        (async function* () {
          yield 'the first half'
          throw new Error('The disk is full')
        })(),
      ),
  })
})
afterAll(async () => {
  await stop()
  await rm(folder, { recursive: true })
})

test('a command runs in the server, with its argument', async () => {
  expect(await runOnServer(folder, 'greet', 'Ann & Bob')).toBe('Hello Ann & Bob')
})

test.each([
  ['fail', 'The disk is full'],
  ['unknown', "The server has no command 'unknown'"],
  ['toString', "The server has no command 'toString'"],
])('the error of the server is thrown for the command %s', async (command, message) => {
  await expect(runOnServer(folder, command)).rejects.toThrow(message)
  const file = join(folder, 'refused')
  await expect(saveFromServer(folder, command, file)).rejects.toThrow(message)
  expect(await readdir(folder)).not.toContain('refused')
})

test('a command says that the server has stopped in the meantime', async () => {
  const other = join(folder, 'other')
  await mkdir(other)
  let stopOther: (() => Promise<void>) | undefined
  stopOther = await serveCommands(other, {
    wait: () => {
      setImmediate(() => void stopOther?.())
      return new Promise(() => {})
    },
  })
  await expect(runOnServer(other, 'wait')).rejects.toThrow(
    'The server stopped before it responded to the command',
  )
  await rm(other, { recursive: true })
})

test('an output is saved completely or not at all', async () => {
  expect(await saveFromServer(folder, 'greet', join(folder, 'saved'))).toBe(true)
  expect(await readFile(join(folder, 'saved'), 'utf8')).toBe('Hello ')
  const before = await readdir(folder)
  const half = join(folder, 'half')
  await expect(saveFromServer(folder, 'breakOff', half)).rejects.toThrow(
    `${half} could not be saved: aborted`,
  )
  expect(await readdir(folder)).toEqual(before)
  const nowhere = join(folder, 'none', 'saved')
  await expect(saveFromServer(folder, 'greet', nowhere)).rejects.toThrow(
    `${nowhere} could not be saved: ENOENT`,
  )
})

test('nothing runs where no server has the folder open', async () => {
  const empty = await folderOfTest()
  const file = join(empty, 'saved')
  expect(await runOnServer(empty, 'greet')).toBeUndefined()
  expect(await saveFromServer(empty, 'greet', file)).toBe(false)
  await (
    await serveCommands(empty, {})
  )()
  expect(await runOnServer(empty, 'greet'), 'after it stopped').toBeUndefined()
  expect(await runOnServer(join(empty, 'missing'), 'greet')).toBeUndefined()
})

test('a command waits for a server that is starting, until it serves or gives up', async () => {
  const starting = await folderOfTest()
  const release = await openDataFolder(starting)
  const greeted = runOnServer(starting, 'greet', 'Ann')
  await setTimeout(100)
  const stopCommands = await serveCommands(starting, { greet: async (name) => `Hello ${name}` })
  expect(await greeted).toBe('Hello Ann')
  await stopCommands()
  const unanswered = runOnServer(starting, 'greet')
  await setTimeout(100)
  await release()
  expect(await unanswered).toBeUndefined()
})

test('a file with the name of an unfinished one is neither followed nor overwritten', async () => {
  const target = await folderOfTest()
  await writeFile(join(target, 'precious'), 'precious')
  await symlink(join(target, 'precious'), join(target, 'backup.partial'))
  await writeCompletely(join(target, 'backup'), Readable.from(['content']))
  expect(await readFile(join(target, 'precious'), 'utf8')).toBe('precious')
  expect((await readdir(target)).toSorted()).toEqual(['backup', 'backup.partial', 'precious'])
})

test('two commands that write the same file at once both write all of it', async () => {
  const target = await folderOfTest()
  const contents = ['first', 'second'].map((name) => Array.from({ length: 20 }, () => `${name} `))
  const saved = contents.map((parts) => writeCompletely(join(target, 'b'), Readable.from(parts)))
  await Promise.all(saved)
  expect(contents.map((parts) => parts.join(''))).toContain(
    await readFile(join(target, 'b'), 'utf8'),
  )
  expect(await readdir(target)).toEqual(['b'])
})
