import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { freePort } from '@/server/testing/free-port'
import {
  addressOf,
  demoAdmin,
  outputMatching,
  serverProcesses,
  type ServerProcesses,
} from '@/server/testing/processes'

const token = 'metrics-token-for-this-test'
let processes: ServerProcesses
beforeAll(async () => void (processes = await serverProcesses()))
afterAll(() => processes.close())

/**
 * The samples of Prometheus's text format, by name; histograms by the names of their series too.
 */
function samplesOf(text: string): Map<string, string[]> {
  const samples = new Map<string, string[]>()
  for (const line of text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))) {
    const name = /^\w+/.exec(line)?.[0] ?? ''
    samples.set(name, [...(samples.get(name) ?? []), line])
  }
  return samples
}

/** The metrics that an expression of PromQL reads. `up` comes from Prometheus itself. */
const metricsIn = (expression: string) =>
  expression.match(/\b(?:signalbox|nodejs|process)_\w+/g) ?? []

const dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})
const rules = z.object({
  groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string(), expr: z.string() })) })),
})

test(
  'the server exposes what the dashboard and the alert rules read, to the holder of the token',
  { timeout: 400_000 },
  async () => {
    const port = await freePort()
    const server = processes.start({ METRICS_TOKEN: token, METRICS_PORT: String(port) })
    const address = await addressOf(server)
    const { token: admin, workspaceId } = await demoAdmin(address)
    const headers = { Authorization: `Bearer ${admin}` }
    const limits = { apiRequestsPerSecond: { unit: 'number', value: 1 } }
    const changed = await fetch(`${address}/org-workspaces/${workspaceId}`, {
      method: 'PATCH',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ limits, webhookUri: 'https://demo.signalbox.example/webhook' }),
    })
    expect(changed.status).toBe(200)
    const list = () => fetch(`${address}/connectors`, { headers })
    expect((await Promise.all([list(), list(), list()])).map(({ status }) => status)).toContain(429)

    const metrics = new URL('/metrics', address)
    expect((await fetch(metrics)).status).toBe(401)
    const response = await fetch(metrics, { headers: { Authorization: `Bearer ${token}` } })
    expect(response.status).toBe(200)
    const text = await response.text()
    const samples = samplesOf(text)
    const alone = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect([...samplesOf(await alone.text()).keys()]).toEqual([...samples.keys()])

    const requests = samples.get('signalbox_http_request_duration_seconds_count') ?? []
    const refused = /operation="listConnectors",method="GET",status="429"} [12]$/
    expect(requests).toContainEqual(expect.stringMatching(refused))
    expect(samples.get('signalbox_limit_refusals_total')).toContainEqual(
      expect.stringMatching(/limit="apiRequestsPerSecond"} [12]$/),
    )
    expect(samples.get('signalbox_queue_depth')).toHaveLength(2)

    const declared = new Set(text.match(/(?<=^# TYPE )\w+/gm))
    const isExposed = (name: string) => declared.has(name.replace(/_(bucket|count|sum)$/, ''))
    const { panels } = dashboard.parse(
      JSON.parse(await readFile('deploy/grafana-dashboard.json', 'utf8')),
    )
    const { groups } = rules.parse(parse(await readFile('deploy/prometheus-rules.yaml', 'utf8')))
    const expressions = [
      ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
      ...groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ]
    const read = expressions.flatMap(metricsIn)
    expect(read.length).toBeGreaterThan(expressions.length - 2)
    expect(read.filter((name) => !isExposed(name))).toEqual([])
    server.kill('SIGTERM')
    await outputMatching(server, /$never/)
  },
)
