import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { BatchedHistogram } from './batched-histogram'

test('reading the metrics includes every observation, in batches of any size', async () => {
  const registry = new Registry()
  const waits = new BatchedHistogram({
    name: 'waits',
    help: 'Waits.',
    labelNames: ['pool'],
    buckets: [1, 2],
    registers: [registry],
  })
  for (let count = 0; count < 2500; count += 1) waits.observe({ pool: 'jobs' }, 1.5)
  waits.observe({ pool: 'requests' }, 5)
  const expected = [
    'waits_bucket{le="1",pool="jobs"} 0',
    'waits_bucket{le="2",pool="jobs"} 2500',
    'waits_sum{pool="jobs"} 3750',
    'waits_bucket{le="2",pool="requests"} 0',
    'waits_count{pool="requests"} 1',
  ]
  const lines = async () => (await registry.metrics()).split('\n')
  expect(await lines()).toEqual(expect.arrayContaining(expected))
  expect(await lines()).toEqual(expect.arrayContaining(expected))
})
