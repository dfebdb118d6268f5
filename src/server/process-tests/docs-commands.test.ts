import { execFile, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Script } from 'node:vm'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { parse } from 'yaml'
import { readConfiguration, variableNames } from '@/server/node/configuration'
import { freshDatabase, type FreshDatabase } from '@/server/testing/database'
import { postgresPrograms } from '@/server/testing/postgres-programs'
import { startPostgres, type PostgresServer } from '@/server/testing/postgres-server'
import {
  addressOf,
  demoAdmin,
  serverProcesses,
  type ServerProcesses,
} from '@/server/testing/processes'
import { createServerDatabase, type ServerDatabase } from '@/server/testing/server-database'
import { scripts } from '../../../package.json'

const run = promisify(execFile)

interface Block {
  place: string
  language: string
  code: string
}

/** The fenced blocks of a page. */
function blocksOf(file: string): Block[] {
  const text = readFileSync(join('docs', file), 'utf8')
  return [...text.matchAll(/^```(\S*)\n([^]*?)^```$/gm)].map((match) => ({
    place: `${file}:${text.slice(0, match.index).split('\n').length}`,
    language: match[1] ?? '',
    code: match[2] ?? '',
  }))
}

const blocks = readdirSync('docs')
  .filter((file) => file.endsWith('.md'))
  .flatMap(blocksOf)

/** Why a block of commands is checked for its syntax and the files it names only. */
const notRun: readonly (readonly [start: string, reason: string])[] = [
  [
    'npm run build #',
    'it replaces the packages of this checkout; DEPLOY_BUILD=on runs these steps',
  ],
  ['npm run build:demo', 'it serves until it is stopped; the browser tests build and serve it'],
  ['docker ', 'it needs Docker'],
  ['sudo ', 'it changes the system'],
  ['journalctl ', 'it needs systemd'],
  ['pg_dump', 'it needs PostgreSQL’s programs'],
]
const hasPostgres = postgresPrograms() !== undefined
/** An empty database, in the documentation. */
const emptyDatabase = 'postgres://signalbox@db.example.com/signalbox'

function reasonNotToRun({ code }: Block): string | undefined {
  if (hasPostgres && code.startsWith('pg_dump')) return undefined
  if (!hasPostgres && code.includes(emptyDatabase)) return 'it needs PostgreSQL'
  return notRun.find(([start]) => code.startsWith(start))?.[1]
}

/**
 * What each block begins with: `serve` ends once the server responds, and a request fails if its
 * response is an error. A stream is read for a moment. PostgreSQL's WebAssembly is not optimized,
 * because that takes longer than it saves.
 */
const prelude = `
set -euo pipefail
node() {
  case " $* " in
    *" serve "*)
      command node --liftoff-only "$@" --api-only > served &
      for _ in $(seq 1200); do grep -q http: served && break; kill -0 $!; sleep 0.1; done
      grep -q http: served; kill $!; wait $! ;;
    *) command node --liftoff-only "$@" ;;
  esac
}
curl() {
  case " $* " in
    *" -N "*) command curl --silent --fail --max-time 2 "$@" || [ $? = 28 ] ;;
    *) command curl --silent --show-error --fail "$@" ;;
  esac
}
`

const eventId = 'msg_1'
const body = '{"eventType":"alert.created"}'
const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`
const timestamp = Math.floor(Date.now() / 1000)
const signature = new Webhook(secret).sign(eventId, new Date(timestamp * 1000), body)
const headers = {
  'webhook-id': eventId,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
}

describe('the commands of the documentation', () => {
  let folder: string
  let processes: ServerProcesses
  let postgres: PostgresServer | undefined
  let empty: ServerDatabase | undefined
  let environment: Record<string, string>
  let origin: string

  beforeAll(async () => {
    const { program, demoFolder } = inject('preparedServer')
    if (demoFolder === undefined) throw new Error('These commands are for the embedded database')
    folder = await mkdtemp(join(tmpdir(), 'signalbox-docs-'))
    const data = join(folder, 'var/lib/signalbox')
    cpSync(demoFolder, data, { recursive: true })
    await mkdir(join(folder, 'backups'))
    await mkdir(join(folder, 'dist/server'), { recursive: true })
    await symlink(resolve(program), join(folder, 'dist/server/main.js'))
    processes = await serverProcesses('nothing')
    postgres = hasPostgres ? await startPostgres() : undefined
    empty = postgres && (await createServerDatabase(postgres.address))
    const settings = {
      DATA_DIR: data,
      MASTER_KEY: Buffer.alloc(32, 6).toString('base64'),
      MASTER_KEY_PREVIOUS: await readFile(join(data, 'master-key'), 'utf8'),
    }
    const address = await addressOf(processes.start(settings))
    origin = new URL(address).origin
    const { token, workspaceId } = await demoAdmin(address)
    environment = {
      ...settings,
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      DEMO: 'on',
      EMBEDDED_FSYNC: 'off',
      TOKEN: token,
      WORKSPACE_ID: workspaceId,
      SECRET: secret,
      WEBHOOK_ID: eventId,
      WEBHOOK_TIMESTAMP: String(timestamp),
      BODY: body,
    }
  })
  afterAll(async () => {
    await processes.close()
    await empty?.drop()
    await postgres?.remove()
    await rm(folder, { recursive: true, force: true })
  })

  /** What commands print, by a part of their block. */
  const outputs: readonly (readonly [part: string, output: RegExp])[] = [
    ['operator-token', /^eyJ/],
    ['rotate-master-key', /^[1-9]\d* records/],
    ['/publish-version', /"version":"1.0.0"/],
    ['/api/connectors', /^\{"items":\[\{/],
    ['$BODY', new RegExp(`^${signature.slice('v1,'.length).replaceAll('+', '\\+')}\n$`)],
  ]
  const shell = blocks.filter(({ language }) => ['sh', 'bash'].includes(language))
  test.each(shell.filter((block) => reasonNotToRun(block) === undefined))(
    '$place runs',
    { timeout: 240_000 },
    async ({ code }) => {
      const script = code
        .replaceAll(/https:\/\/signalbox\.example(\.com)?(?=\/)/g, origin)
        .replaceAll(emptyDatabase, empty?.address.href ?? '')
        .replaceAll(/(?<= |=)\/(?=var\/lib\/|backups\/)/g, `${folder}/`)
      const isOfPostgres = code.startsWith('pg_dump')
      const { stdout } = await run('bash', ['--norc', '-c', prelude + script], {
        cwd: folder,
        env: {
          ...environment,
          ...(isOfPostgres && postgres !== undefined ? { DATABASE_URL: postgres.address } : {}),
        },
      })
      const [, output = /^/] = outputs.find(([part]) => code.includes(part)) ?? []
      expect(stdout).toMatch(output)
      if (code.includes('history.ndjson'))
        expect(await readFile(join(folder, 'history.ndjson'), 'utf8')).toMatch(/^\{"id"/)
    },
  )

  test.each(shell.filter((block) => reasonNotToRun(block) !== undefined))(
    '$place is well-formed, and what it names exists',
    ({ code }) => {
      expect(spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' }).stderr).toBe('')
      for (const [, name = ''] of code.matchAll(/npm run ([\w:-]+)/g))
        expect(Object.keys(scripts)).toContain(name)
      for (const [path] of code.matchAll(/\bdeploy\/[\w.-]+/g)) expect(existsSync(path)).toBe(true)
    },
  )

  test('each reason not to run a block still belongs to one', () => {
    for (const [start] of notRun)
      expect(shell.some(({ code }) => code.startsWith(start))).toBe(true)
  })
})

const ofLanguage = (language: string) => blocks.filter((block) => block.language === language)

test.each(ofLanguage('json'))('$place is JSON', ({ code }) => {
  expect(() => JSON.parse(code)).not.toThrow()
})
test.each(ofLanguage('yaml'))('$place is YAML', ({ code }) => {
  expect(() => parse(code)).not.toThrow()
})
test.each(ofLanguage('js'))('$place is JavaScript', ({ code }) => {
  expect(() => new Script(code)).not.toThrow()
})
test.each(ofLanguage(''))('$place sets variables that the server accepts', ({ code }) => {
  const given = Object.fromEntries(
    code
      .trim()
      .split('\n')
      .map((line) => /^([A-Z_]+)=(.*)$/.exec(line)?.slice(1) ?? [line, '']),
  )
  expect(Object.keys(given).filter((name) => !variableNames.includes(name))).toEqual([])
  const read = () => readConfiguration({ OIDC_CLIENT_ID: 'signalbox', ...given })
  expect(read).not.toThrow()
})

describe('the statements about disk space', () => {
  let fresh: FreshDatabase
  beforeAll(async () => void (fresh = await freshDatabase()))
  afterAll(() => fresh.close())

  const statements = ofLanguage('sql')
    .filter(({ place }) => place.startsWith('monitor.md'))
    .flatMap(({ code }) => code.split(';\n'))
    .filter((statement) => statement !== '')
  test.each(statements)('%s', async (statement) => {
    await expect(sql.raw(statement).execute(fresh.database)).resolves.toHaveProperty('rows')
  })
})

test.skipIf(spawnSync('jq', ['--version']).status !== 0)(
  'the command that counts changes in the log counts nothing else',
  () => {
    const block = blocks.find(({ code }) => code.startsWith('journalctl '))
    const operation = 'createOrgWorkspace'
    const handled = { operation, workspaceId: null, status: 200, msg: 'request handled' }
    const log = [
      { ...handled, method: 'POST' },
      { ...handled, method: 'POST', status: 403 },
      { ...handled, method: 'GET', operation: 'listOrgWorkspaces' },
      { ...handled, method: 'HEAD', operation: 'listOrgWorkspaces' },
      { operation, address: '192.0.2.1', count: 1, msg: 'failed sign-in' },
    ].map((line) => JSON.stringify(line))
    const input = ['  Signalbox is at http://127.0.0.1:4600', ...log].join('\n')
    const script = `journalctl() { cat; }\n${block?.code}`
    const { stdout } = spawnSync('bash', ['-c', script], { input, encoding: 'utf8' })
    expect(stdout.trim()).toBe(`1 null ${operation}`)
  },
)

describe('the samples that verify a webhook', () => {
  const sampleIn = (language: string) => {
    const [sample] = ofLanguage(language)
    if (sample === undefined) throw new Error(`There is no sample in ${language}`)
    return sample.code
  }
  let folder: string
  beforeAll(async () => void (folder = await mkdtemp(join('test-results', 'samples-'))))
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function write(name: string, code: string): Promise<string> {
    const file = join(folder, name)
    await writeFile(file, code)
    return file
  }

  /** Runs a sample with a genuine message and a forged one. @returns what it prints of each */
  function resultsOf(program: string, ...files: string[]): Promise<string[]> {
    const results = [body, body.replace('created', 'deleted')].map(async (content) => {
      const input = JSON.stringify({ secret, headers, body: content })
      const { stdout } = await run(program, [...files, input])
      return stdout.trim()
    })
    return Promise.all(results)
  }

  test('accept what the server signs, in TypeScript', async () => {
    const code = sampleIn('ts').replace(
      'const event',
      `const { secret, headers, body: rawBody } = JSON.parse(process.argv[2])
      try { verify() } catch { console.log(false) }
      function verify() {
      const event`,
    )
    const ended = `${code}\nconsole.log(event.eventType === 'alert.created')\n}`
    const file = await write('sample.mjs', ended)
    expect(await resultsOf(process.execPath, file)).toEqual(['true', 'false'])
  })

  test.skipIf(spawnSync('python3', ['--version']).status !== 0)(
    'accept what the server signs, in Python',
    async () => {
      const code = `${sampleIn('python')}
import json, sys
given = json.loads(sys.argv[1])
print(verify(given["secret"], given["headers"], given["body"].encode()))
`
      expect(await resultsOf('python3', await write('sample.py', code))).toEqual(['True', 'False'])
    },
  )

  // Compiling the standard library for the first time takes a while.
  test.skipIf(spawnSync('go', ['version']).status !== 0)(
    'accept what the server signs, in Go',
    { timeout: 180_000 },
    async () => {
      const packages = ['crypto/hmac', 'crypto/sha256', 'encoding/base64', 'encoding/json', 'fmt']
      const more = ['math', 'net/http', 'os', 'strconv', 'strings', 'time']
      const file = await write(
        'sample.go',
        `package main
import (${[...packages, ...more].map((name) => `"${name}"`).join(';')})
${sampleIn('go')}
func main() {
	var given struct { Secret, Body string; Headers map[string]string }
	if err := json.Unmarshal([]byte(os.Args[1]), &given); err != nil { panic(err) }
	header := http.Header{}
	for name, value := range given.Headers { header.Set(name, value) }
	fmt.Println(verify(given.Secret, header, []byte(given.Body)))
}
`,
      )
      const program = join(folder, 'sample')
      await run('go', ['build', '-o', program, file])
      expect(await resultsOf(program)).toEqual(['true', 'false'])
    },
  )
})
