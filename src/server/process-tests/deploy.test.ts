import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { variableNames } from '@/server/node/configuration'
import { freePort } from '@/server/testing/free-port'

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-image-'))
  folders.push(folder)
  return folder
}

/** Environment variables that belong to Node, not to the server. */
const ofNode = new Set(['NODE_ENV'])

const expectKnown = (names: readonly string[]) =>
  expect(names.filter((name) => !ofNode.has(name) && !variableNames.includes(name))).toEqual([])

test('Compose runs two read-only servers behind PgBouncer and a load balancer', async () => {
  const { services } = z
    .object({
      services: z.object({
        signalbox: z.object({
          deploy: z.object({ replicas: z.literal(2) }),
          read_only: z.literal(true),
          environment: z.record(z.string(), z.string()),
        }),
        postgres: z.object({ healthcheck: z.object({ test: z.array(z.string()) }) }),
        pgbouncer: z.object({ environment: z.record(z.string(), z.string()) }),
        haproxy: z.object({ ports: z.array(z.string()) }),
      }),
    })
    .parse(parse(await readFile('deploy/compose.yaml', 'utf8')))
  expectKnown(Object.keys(services.signalbox.environment))
  expect(services.pgbouncer.environment['POOL_MODE']).toBe('transaction')
  // It would go on refusing connections for 15 seconds after an outage.
  expect(services.pgbouncer.environment['SERVER_LOGIN_RETRY']).toBe('1')
})

const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.literal('http') }) })
const deploymentSchema = z.object({
  kind: z.literal('Deployment'),
  spec: z.object({
    replicas: z.number().min(2),
    strategy: z.object({ rollingUpdate: z.object({ maxUnavailable: z.literal(0) }) }),
    template: z.object({
      metadata: z.object({ labels: z.object({ app: z.literal('signalbox') }) }),
      spec: z.object({
        securityContext: z.object({ runAsNonRoot: z.literal(true) }),
        containers: z.tuple([
          z.object({
            env: z.array(z.object({ name: z.string() })),
            securityContext: z.object({ readOnlyRootFilesystem: z.literal(true) }),
            startupProbe: probe,
            livenessProbe: probe,
            readinessProbe: probe,
          }),
        ]),
      }),
    }),
  }),
})

test('Kubernetes probes health and readiness, and keeps a server during updates', async () => {
  const documents = parseAllDocuments(await readFile('deploy/kubernetes.yaml', 'utf8'))
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  const resources: unknown[] = documents.map((document) => document.toJS())
  const kinds = resources.map((resource) => z.object({ kind: z.string() }).parse(resource).kind)
  expect(kinds).toEqual(['Deployment', 'Service', 'PodDisruptionBudget'])
  const [container] = deploymentSchema.parse(resources[0]).spec.template.spec.containers
  expectKnown(container.env.map(({ name }) => name))
  expect(container.livenessProbe.httpGet.path).toBe('/api/health')
  expect(container.readinessProbe.httpGet.path).toBe('/api/ready')
})

test('the systemd unit starts the built server with a private data folder', async () => {
  const unit = await readFile('deploy/signalbox.service', 'utf8')
  expect(unit).toMatch(/^ExecStart=\/usr\/bin\/node .*dist\/server\/main\.js serve$/m)
  expect(unit).toMatch(/^ProtectSystem=strict$/m)
  expect(unit).toMatch(/^SystemCallFilter=@system-service$/m)
  const variables = [...unit.matchAll(/\b([A-Z_]+)=/g)].map(([, name = '']) => name)
  expectKnown(variables)
})

interface Instruction {
  name: string
  argument: string
}

/** The instructions of a Dockerfile, by stage. */
function stagesOf(dockerfile: string): Instruction[][] {
  const lines = dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [, name = '', argument = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    if (name !== '') stages.at(-1)?.push({ name, argument })
  }
  return stages
}

const words = z.array(z.string())

/**
 * Performs a stage in a folder that represents its working directory.
 * @returns the command and the environment
 */
async function perform(
  instructions: readonly Instruction[],
  folder: string,
  stages: ReadonlyMap<string, string>,
) {
  const environment: Record<string, string> = {}
  let command: string[] = []
  for (const { name, argument } of instructions) {
    if (name === 'ENV')
      for (const [, key = '', value = ''] of argument.matchAll(/(\w+)=(\S+)/g))
        environment[key] = value
    if (name === 'CMD') command = words.parse(JSON.parse(argument))
    if (name === 'RUN' && /^(npm|node) /.test(argument))
      await promisify(execFile)('sh', ['-c', argument], { cwd: folder, maxBuffer: 2 ** 26 })
    if (name === 'COPY') {
      const [, stage, paths = ''] = /^(?:--from=(\w+) )?(.*)$/.exec(argument) ?? []
      const [target = '.', ...sources] = paths.split(' ').toReversed()
      const from = stage === undefined ? process.cwd() : (stages.get(stage) ?? '')
      for (const source of sources)
        await cp(
          join(from, source.replace(/^\/app\//, '')),
          target === './' ? join(folder, source) : join(folder, target),
          {
            recursive: true,
            filter: (path) =>
              !/\/(node_modules|dist|\.git|\.signalbox|test-results)(\/|$)/.test(path) ||
              stage !== undefined,
          },
        )
    }
  }
  return { command, environment }
}

test.runIf(process.env['DEPLOY_BUILD'] === 'on')(
  'the steps of the Dockerfile build a server that runs with production dependencies only',
  { timeout: 1_800_000 },
  async () => {
    const [build = [], dependencies = [], final = []] = stagesOf(
      await readFile('deploy/Dockerfile', 'utf8'),
    )
    const stages = new Map([
      ['build', await newFolder()],
      ['dependencies', await newFolder()],
    ])
    await perform(build, stages.get('build') ?? '', stages)
    await perform(dependencies, stages.get('dependencies') ?? '', stages)
    const folder = await newFolder()
    const { command, environment } = await perform(final, folder, stages)
    await expect(readFile(join(folder, 'node_modules/vite/package.json'))).rejects.toThrow('ENOENT')

    const port = await freePort()
    const [program = '', ...rest] = command
    const server = spawn(program, rest, {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        ...environment,
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: await newFolder(),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await once(server.stdout, 'data')
      const ready = await fetch(`http://127.0.0.1:${port}/api/ready`)
      expect(ready.status).toBe(200)
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    } finally {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    const { stdout } = await promisify(execFile)('du', ['-sm', folder])
    console.log(`The application takes ${stdout.split('\t')[0]} MB`)
  },
)
