import { expect, test } from 'vitest'
import { verifyProviderToken } from '../services/tokens/provider-token'
import { testApi } from '../testing/api'
import { testProvider } from '../testing/identity-provider'
import { readConfiguration } from './configuration'
import { startTracing } from './tracing'

test.each([
  ['no endpoint', {}],
  ['OTEL_SDK_DISABLED', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }],
])('with %s nothing is traced', async (_name, environment) => {
  expect(await startTracing(readConfiguration(environment), '1.0.0')).toBeUndefined()
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
  const tracing = await startTracing(readConfiguration(endpoint), '1.0.0')
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
