import { expect, test } from 'vitest'
import { OutgoingRequestBlocked, UnreadableBody } from '../core/outgoing-error'
import { createMetrics } from './metrics'

test('a webhook is counted by its status, even if the response cannot be read', async () => {
  const { registry, observeFetch } = createMetrics('1')
  const failures = [
    new UnreadableBody(200, new Error('cut off')),
    new OutgoingRequestBlocked('Only https addresses may be called'),
  ]
  for (const failure of failures) {
    const fetch = observeFetch(() => Promise.reject(failure))
    await expect(fetch('https://hooks.example/', { method: 'POST' })).rejects.toBe(failure)
  }
  const counted = (await registry.metrics()).match(
    /(?<=outgoing_request_duration_seconds_count).*/g,
  )
  expect(counted).toEqual([
    '{purpose="webhook",outcome="2xx"} 1',
    '{purpose="webhook",outcome="error"} 1',
  ])
})
