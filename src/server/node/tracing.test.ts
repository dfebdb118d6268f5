import { expect, test } from 'vitest'
import { readConfiguration } from './configuration'
import { startTracing } from './tracing'

test.each([
  ['no endpoint', {}],
  ['OTEL_SDK_DISABLED', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' }],
])('with %s nothing is traced', async (_name, environment) => {
  expect(await startTracing(readConfiguration(environment), '1.0.0')).toBeUndefined()
})
