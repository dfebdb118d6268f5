import { expect, test } from 'vitest'
import { testApi } from '../testing/api'
import { readConfiguration } from './configuration'
import { startTracing } from './tracing'

test.each([
  ['no endpoint', {}],
  ['OTEL_SDK_DISABLED', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }],
])('with %s nothing is traced', async (_name, environment) => {
  expect(await startTracing(readConfiguration(environment), '1.0.0')).toBeUndefined()
})

test('a share of the requests is traced, and those that belong to a trace', async () => {
  const { dependencies, close } = await testApi()
  const pool = {
    connect: () => Promise.reject(new Error('Nothing is read here')),
    end: () => Promise.resolve(),
  }
  const isTraced = async (share: string, headers: Record<string, string> = {}) => {
    const tracing = await startTracing(
      readConfiguration({
        // Nothing listens there, and nothing is sent.
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: share,
      }),
      '1.0.0',
    )
    const request = new Request('http://127.0.0.1/connectors', { headers })
    const trace = tracing?.requestTracer(pool)(request, dependencies)
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
