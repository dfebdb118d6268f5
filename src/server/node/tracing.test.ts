import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyProviderToken } from '@/server/authentication/provider-token'
import { testApi } from '@/server/testing/api'
import { testProvider } from '@/server/testing/identity-provider'
import { respondWith, startReceiver } from '@/server/testing/receiver'
import { readConfiguration } from './configuration'
import { startTracing } from './tracing'

const log = { info: () => {}, error: () => {} }

test.each([
  ['no endpoint', {}],
  ['OTEL_SDK_DISABLED', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }],
])('with %s nothing is traced', async (_name, environment) => {
  expect(await startTracing(readConfiguration(environment), '1.0.0', log)).toBeUndefined()
})

const unusedPool = {
  connect: () => Promise.reject(new Error('Nothing is read here')),
  end: () => Promise.resolve(),
}
// Nothing listens there, and nothing is sent.
const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }

test('traced requests share what they fetched from an identity provider', async () => {
  const { provider, requests, signElsewhere } = await testProvider(() => new Date(), [])
  const { dependencies, close } = await testApi({ identityProvider: provider })
  const tracing = await startTracing(readConfiguration(endpoint), '1.0.0', log)
  for (let sent = 0; sent < 3; sent += 1) {
    const request = new Request('http://127.0.0.1/connectors')
    const traced = tracing?.requestTracer(unusedPool)(request, dependencies).dependencies
    if (traced?.identityProvider === undefined) throw new Error('The request is not traced')
    const verified = verifyProviderToken(traced, traced.identityProvider, await signElsewhere())
    await expect(verified).rejects.toThrow('cannot be verified')
  }
  expect(requests.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration', '/keys'])
  await close()
})

test('a share of the requests is traced, and those that belong to a trace', async () => {
  const { dependencies, close } = await testApi()
  const isTraced = async (share: string, headers: Record<string, string> = {}) => {
    const tracing = await startTracing(
      readConfiguration({
        ...endpoint,
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: share,
      }),
      '1.0.0',
      log,
    )
    const request = new Request('http://127.0.0.1/connectors', { headers })
    const trace = tracing?.requestTracer(unusedPool)(request, dependencies)
    return trace?.dependencies.log !== dependencies.log
  }
  const parent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7'
  expect(await isTraced('1')).toBe(true)
  expect(await isTraced('0')).toBe(false)
  expect(await isTraced('0', { traceparent: `${parent}-01` })).toBe(true)
  expect(await isTraced('1', { traceparent: `${parent}-00` })).toBe(false)
  expect(await isTraced('0', { traceparent: 'garbage' })).toBe(false)
  await close()
})

test('a collector that refuses traces is logged, once a minute', async () => {
  const [{ dependencies, close }, collector] = await Promise.all([testApi(), startReceiver()])
  onTestFinished(async () => {
    await Promise.all([collector.close(), close()])
  })
  collector.response = respondWith(401)
  const logged: string[] = []
  // The packages read it themselves.
  vi.stubEnv('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', collector.uri)
  onTestFinished(() => void vi.unstubAllEnvs())
  const tracing = await startTracing(
    readConfiguration({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.uri }),
    '1.0.0',
    { ...log, error: (_facts, message) => void logged.push(message) },
  )
  const request = new Request('http://127.0.0.1/connectors')
  for (let sent = 0; sent < 600; sent += 1)
    tracing
      ?.requestTracer(unusedPool)(request, dependencies)
      .end({ operation: undefined, route: undefined, status: 200 })
  await tracing?.stop().catch(() => {})
  expect(collector.received.length).toBeGreaterThan(1)
  expect(logged).toEqual(['traces could not be sent'])
})
