import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  addressOf,
  demoAdmin,
  serverProcesses,
  type ServerProcesses,
} from '@/server/testing/processes'
import { startReceiver, type Receiver } from '@/server/testing/receiver'

let processes: ServerProcesses
let collector: Receiver
beforeAll(async () => {
  processes = await serverProcesses()
  collector = await startReceiver()
})
afterAll(async () => {
  await processes.close()
  await collector.close()
})

const attributeSchema = z.object({
  key: z.string(),
  value: z.looseObject({ stringValue: z.string().optional(), intValue: z.number().optional() }),
})
const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attributeSchema),
})
const exportSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attributeSchema) }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
})

const exported = () =>
  collector.received.flatMap(({ body }) => exportSchema.parse(JSON.parse(body)).resourceSpans)
const spansOf = (traceId: string) =>
  exported()
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .filter((span) => span.traceId === traceId)
const attribute = ({ attributes }: z.infer<typeof spanSchema>, name: string) =>
  attributes.find(({ key }) => key === name)?.value

test('a request joins the caller’s trace and the log, with statements but not values', async () => {
  const server = processes.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: new URL('/', collector.uri).href,
    OTEL_SERVICE_NAME: 'signalbox-test',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    LOG_LEVEL: 'info',
  })
  let log = ''
  server.stdout?.setEncoding('utf8').on('data', (part: string) => (log += part))
  const address = await addressOf(server)
  const { token } = await demoAdmin(address)
  const [traceId, parentId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const secretSearch = 'a-value-that-must-not-appear'
  const search = (traceparent: string) =>
    fetch(`${address}/external-apps/search?search=${secretSearch}`, {
      headers: { Authorization: `Bearer ${token}`, traceparent },
    })
  const unsampledTraceId = '4bf92f3577b34da6a3ce929d0e0e4737'
  expect((await search(`00-${unsampledTraceId}-${parentId}-00`)).status).toBe(200)
  expect((await search(`00-${traceId}-${parentId}-01`)).status).toBe(200)

  const root = await vi.waitFor(
    () =>
      spansOf(traceId).find(({ parentSpanId }) => parentSpanId === parentId) ??
      expect.unreachable('The span of the request has not come'),
    { timeout: 20_000 },
  )
  expect(root.name).toBe('searchApps')
  expect(attribute(root, 'http.response.status_code')?.intValue).toBe(200)
  const statements = spansOf(traceId).filter(({ name }) => name === 'SELECT')
  expect(statements.length).toBeGreaterThan(0)
  for (const statement of statements) {
    expect(statement.parentSpanId).toBe(root.spanId)
    expect(attribute(statement, 'db.query.text')?.stringValue).toMatch(/select/i)
  }
  expect(JSON.stringify(collector.received)).not.toContain(secretSearch)
  expect(JSON.stringify(collector.received)).not.toContain(token)
  const resource = exported()[0]?.resource.attributes
  expect(resource?.find(({ key }) => key === 'service.name')?.value.stringValue).toBe(
    'signalbox-test',
  )
  expect(spansOf(unsampledTraceId)).toEqual([])
  await vi.waitFor(() => {
    const logged = log.split('\n').filter((line) => line.includes('"operation":"searchApps"'))
    expect(logged.map((line) => line.includes(`"traceId":"${traceId}"`))).toEqual([false, true])
  }, 20_000)
})
