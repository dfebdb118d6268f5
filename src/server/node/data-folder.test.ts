import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { link, mkdir, rename, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { folderOfTest } from '@/server/testing/folder-of-test'
import { openDataFolder, socketAddress } from './data-folder'

let folder: string
beforeEach(async () => {
  folder = await folderOfTest()
})

test('a new folder has one holder at a time, and can be locked again when released', async () => {
  const created = join(folder, 'new', 'data')
  const release = await openDataFolder(created)
  await expect(openDataFolder(created)).rejects.toThrow(`in use by process ${process.pid}`)
  await release()
  await (
    await openDataFolder(created)
  )()
})

test.runIf(process.platform === 'linux')('a folder that cannot be created is named', async () => {
  for (const impossible of ['/proc/none', '/proc/none/data', '/dev/null', '/dev/null/data'])
    await expect(openDataFolder(impossible)).rejects.toThrow(/^DATA_DIR: .*(proc|dev)\//)
  await symlink(join(folder, 'not-mounted'), join(folder, 'volume'))
  await expect(openDataFolder(join(folder, 'volume', 'data'))).rejects.toThrow(
    /^DATA_DIR: .*volume/,
  )
})

test.runIf(process.platform === 'linux')('a folder without write access is named', async () => {
  const cwd = vi.spyOn(process, 'cwd').mockReturnValue('/')
  await expect(openDataFolder('/sys')).rejects.toThrow(/^DATA_DIR: .* \/sys\/lock$/)
  cwd.mockRestore()
})

test('a socket has its relative path if that is shorter', async () => {
  expect(await socketAddress('src', 'lock')).toBe(join('src', 'lock'))
  // Cut off, it would be a socket beside the folder, and the same for each name.
  const long = join(folder, 'x'.repeat(100))
  await expect(openDataFolder(long)).rejects.toThrow(/^DATA_DIR: the path .* is too long/)
})

test('of concurrent attempts, one gets the lock', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(folder)))
  const held = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  )
  expect(held).toHaveLength(1)
  await Promise.all(held.map((release) => release()))
})

/** Starts a process that listens at the address of the lock. */
async function newHolder(): Promise<ChildProcess> {
  const lock = JSON.stringify(join(folder, 'lock'))
  const script = `require('node:net').createServer().listen(${lock}, () => console.log('held'))`
  const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  return holder
}

test('a process that is too busy to answer keeps its lock', async () => {
  const holder = await newHolder()
  holder.kill('SIGSTOP')
  await expect(openDataFolder(folder)).rejects.toThrow('in use by another process')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
}, 30_000)

/** Leaves the lock of a killed process behind. */
async function leaveLock(): Promise<void> {
  const holder = await newHolder()
  holder.kill('SIGKILL')
  await once(holder, 'exit')
}

test('the lock of a killed process can be taken over', async () => {
  await leaveLock()
  const release = await openDataFolder(folder)
  await expect(openDataFolder(folder)).rejects.toThrow('in use')
  await release()
})

test('of processes that take over a lock at the same time, one gets it', async () => {
  await leaveLock()
  await rename(join(folder, 'lock'), join(folder, 'left'))
  for (let round = 0; round < 30; round += 1) {
    await link(join(folder, 'left'), join(folder, 'lock'))
    const attempts = Array.from({ length: 8 }, () => openDataFolder(folder))
    const outcomes = await Promise.allSettled(attempts)
    const held = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? [outcome.value] : [],
    )
    expect(held).toHaveLength(1)
    await expect(openDataFolder(folder)).rejects.toThrow('in use')
    await Promise.all(held.map((release) => release()))
  }
}, 30_000)

test('a takeover that was cut off holds up the next one for a short time only', async () => {
  await leaveLock()
  const takeover = join(folder, 'lock.takeover')
  await mkdir(takeover)
  await expect(openDataFolder(folder)).rejects.toThrow('in use by another process')
  const before = new Date(Date.now() - 60_000)
  await utimes(takeover, before, before)
  await (
    await openDataFolder(folder)
  )()
})
