import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { runCommand } from '@/server/commands'
import { readConfiguration } from '@/server/node/configuration'
import { openPglite } from '@/server/node/embedded-database'
import { freePort } from '@/server/testing/free-port'
import { listen } from '@/server/testing/listen'
import { ended, outputMatching, processesOfTest, serverProcesses } from '@/server/testing/processes'

/** Runs a command in this process, in a third of the time that starting one takes. */
function runHere(
  folder: string,
  [command = '', file]: readonly string[],
  variables: Record<string, string> = {},
): Promise<void> {
  const configuration = readConfiguration({
    DATA_DIR: folder,
    DEMO: 'on',
    EMBEDDED_FSYNC: 'off',
    ...variables,
  })
  const line = { command, file, name: undefined, apps: undefined, all: undefined }
  return runCommand(configuration, line)
}

test('invalid variables are explained, and the process ends', { timeout: 30_000 }, async () => {
  const processes = await serverProcesses('nothing')
  onTestFinished(() => processes.close())
  const { code, text } = await ended(processes.start({ PORT: 'abc' }))
  expect([code, text]).toEqual([1, expect.stringContaining('PORT')])
})

test('an unknown command lists the commands, and creates no database', async () => {
  const processes = await serverProcesses('nothing')
  onTestFinished(() => processes.close())
  const { code, text } = await ended(processes.run(['operater-token']))
  expect([code, text]).toEqual([1, expect.stringContaining("There is no command 'operater-token'")])
  expect(text).toContain('signalbox operator-token')
  expect(await readdir(processes.folder)).toEqual([])
})

test('an unknown option is named, and the commands are listed', async () => {
  const processes = await serverProcesses('nothing')
  onTestFinished(() => processes.close())
  const { code, text } = await ended(processes.run(['operator-token', '--nam', 'Ada']))
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/^Unknown option '--nam'\.\nsignalbox serve/),
  ])
})

test('a command writes its log to standard error, apart from its output', async () => {
  // A database that refuses the connection, which is logged.
  const fields = 'SFATAL\0C28000\0Mrole "ada" does not exist\0\0'
  const length = Buffer.alloc(4)
  length.writeInt32BE(4 + fields.length)
  const refusal = Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])
  const database = createServer((socket) => {
    socket.once('data', () => socket.end(refusal))
  })
  onTestFinished(() => void database.close())
  const port = await listen(database)
  const processes = await serverProcesses('nothing')
  onTestFinished(() => processes.close())
  const child = processes.run(['operator-token'], {
    DATABASE_URL: `postgres://ada@127.0.0.1:${port}/signalbox`,
    MASTER_KEY: Buffer.alloc(32).toString('base64'),
  })
  let output = ''
  child.stdout?.on('data', (part: string) => (output += part))
  const { code, text } = await ended(child)
  expect([code, output]).toEqual([1, ''])
  expect(text).toContain('"msg":"the database is unavailable"')
  expect(text).toMatch(/^DATABASE_URL: .* refuses the connection/m)
})

test('a port of metrics that is taken is named, and the process ends', async () => {
  const processes = await processesOfTest()
  const taken = createServer()
  onTestFinished(() => void taken.close())
  const port = String(await listen(taken))
  for (const name of ['METRICS_PORT', 'PORT']) {
    const { code, text } = await ended(processes.start({ [name]: port }))
    expect([code, text]).toEqual([1, expect.stringMatching(`^${name}, HOST: .*EADDRINUSE`)])
  }
}, 60_000)

test('an address of another machine is reported before a database is created', async () => {
  const processes = await serverProcesses('nothing')
  onTestFinished(() => processes.close())
  // An address for documentation, which no machine has.
  const { code, text } = await ended(processes.start({ HOST: '192.0.2.1' }))
  expect([code, text]).toEqual([1, expect.stringMatching(/^HOST: .*192\.0\.2\.1/)])
  expect(await readdir(processes.folder)).toEqual([])
})

test.each([
  ['backup', 'backup.tar.gz'],
  ['operator-token'],
  ['rotate-master-key'],
  ['demo-remove'],
])('%s creates no database in a folder that has none', async (...command) => {
  const { folder, close } = await serverProcesses('nothing')
  onTestFinished(close)
  await expect(runHere(folder, command)).rejects.toThrow('DATA_DIR: no database was found')
  expect(await readdir(folder)).toEqual([])
})

test('a master key that is missing is reported before the database is opened', async () => {
  const processes = await serverProcesses('nothing')
  onTestFinished(() => processes.close())
  const DATABASE_URL = `postgres://signalbox@127.0.0.1:${await freePort()}/data`
  const run = (command: string, DATA_DIR: string) =>
    ended(processes.run([command], { DATABASE_URL, DATA_DIR }))
  expect(await run('operator-token', processes.folder)).toEqual({
    code: 1,
    text: expect.stringContaining('set MASTER_KEY to that key'),
  })
  expect(await run('serve', join(import.meta.filename, 'data'))).toEqual({
    code: 1,
    text: expect.stringContaining('DATA_DIR: ENOTDIR'),
  })
})

test.runIf(spawnSync('unshare', ['-rpf', 'true']).status === 0)(
  'a signal ends the first process of a container while it waits for its database',
  { timeout: 60_000 },
  async () => {
    const { program } = inject('preparedServer')
    const DATABASE_URL = `postgres://signalbox@127.0.0.1:${await freePort()}/data`
    const container = spawn('unshare', ['-rpf', '--kill-child', process.execPath, program], {
      env: { ...process.env, DATABASE_URL, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    onTestFinished(() => void container.kill('SIGKILL'))
    expect(await outputMatching(container, /unavailable/)).toContain('unavailable')
    const children = await readFile(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8')
    process.kill(Number(children), 'SIGTERM')
    expect((await ended(container)).text, 'before it gives up').not.toContain('within 30 seconds')
  },
)

test('--help lists the commands, whatever the variables are', async () => {
  const processes = await serverProcesses('nothing')
  onTestFinished(() => processes.close())
  const { code, text } = await ended(processes.run(['backup', '--help'], { PORT: 'abc' }))
  expect([code, text]).toEqual([0, expect.stringContaining('signalbox operator-token')])
})

test(
  'no command creates a master key for a database that was created with another one',
  { timeout: 60_000 },
  async () => {
    const processes = await processesOfTest()
    const file = join(processes.folder, 'master-key')
    const key = await readFile(file, 'utf8')
    await rm(file)
    const refusal = 'set MASTER_KEY to that key'
    const previous = { MASTER_KEY_PREVIOUS: key }
    const { code, text } = await ended(processes.start(previous))
    expect([code, text]).toEqual([1, expect.stringContaining(refusal)])
    for (const command of ['operator-token', 'rotate-master-key'])
      await expect(runHere(processes.folder, [command], previous)).rejects.toThrow(refusal)
    expect(await readdir(processes.folder)).not.toContain('master-key')

    const given = await ended(processes.run(['operator-token'], { MASTER_KEY: key }))
    expect(given.code).toBe(0)
    const rotated = runHere(processes.folder, ['rotate-master-key'], { MASTER_KEY: key })
    await expect(rotated).rejects.toThrow('_PREVIOUS is not set')
  },
)

test('a database is not migrated with a master key that cannot be used', async () => {
  const { folder, close } = await serverProcesses('nothing')
  onTestFinished(close)
  await writeFile(join(folder, 'master-key'), '')
  await expect(runHere(folder, ['demo-reset'])).rejects.toThrow('does not contain 32 bytes')
  const pglite = await openPglite(folder, false)
  const { rows } = await pglite.query("select to_regclass('workspaces') as workspaces")
  await pglite.close()
  expect(rows).toEqual([{ workspaces: null }])
})

test.runIf(process.platform === 'linux')(
  'a server goes on, and can be stopped, while the disk of its log is full',
  { timeout: 90_000 },
  async () => {
    const { folder } = await processesOfTest()
    const port = await freePort()
    const { program } = inject('preparedServer')
    // Writing to /dev/full fails as on a full disk.
    const command = ['-c', 'exec "$@" > /dev/full', 'sh', process.execPath, '--liftoff-only']
    const server = spawn('sh', [...command, program, 'serve', '--api-only'], {
      env: { ...process.env, DATA_DIR: folder, DEMO: 'on', PORT: `${port}`, DATABASE_URL: '' },
      stdio: 'ignore',
    })
    onTestFinished(() => void server.kill('SIGKILL'))
    const status = () =>
      fetch(`http://127.0.0.1:${port}/api/demo`).then(
        (response) => response.status,
        () => undefined,
      )
    await expect.poll(status, { timeout: 30_000 }).toBe(200)
    for (let count = 0; count < 20; count += 1) expect(await status()).toBe(200)
    // As when its terminal is closed.
    server.kill('SIGHUP')
    expect(await once(server, 'exit')).toEqual([0, null])
  },
)
