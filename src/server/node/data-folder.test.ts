import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder, socketAddress } from './data-folder'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-folder-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a folder has one holder at a time, and can be locked again after its release', async () => {
  const release = await openDataFolder(folder)
  await expect(openDataFolder(folder)).rejects.toThrow(`in use by process ${process.pid}`)
  await release()
  await (
    await openDataFolder(folder)
  )()
})

test('a socket has its relative path if that is shorter', async () => {
  expect(await socketAddress('src', 'lock')).toBe(join('src', 'lock'))
})

test('of concurrent attempts, one gets the lock', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => openDataFolder(folder)))
  const held = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  )
  expect(held).toHaveLength(1)
  await Promise.all(held.map((release) => release()))
})

test('the lock of a killed process can be taken over', async () => {
  const lock = JSON.stringify(join(folder, 'lock'))
  const script = `require('node:net').createServer().listen(${lock}, () => console.log('held'))`
  const holder = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const release = await openDataFolder(folder)
  await expect(openDataFolder(folder)).rejects.toThrow('in use')
  await release()
})
