// Run with `--expose-gc`: prints the errors of requests that hang while garbage is collected.
import { describeOutgoingError } from '@/server/core/outgoing-error'
import { outgoingFetch } from '@/server/node/outgoing-fetch'

const [address = ''] = process.argv.slice(2)
const networks = ['127.0.0.0/8']
const open = outgoingFetch({ networks, http: true, timeoutMilliseconds: 1000 })
const { signal } = new AbortController()
const send = (path: string) => open(`${address}${path}`, { method: 'POST', signal })

// Optimized code keeps nothing that it does not use any more.
for (let count = 0; count < 500; count += 1) await send('/')
const failures = Promise.all(
  ['/hang', '/trickle'].map((path) => send(path).catch(describeOutgoingError)),
)
const collecting = setInterval(() => gc?.(), 200)
console.log(JSON.stringify(await failures))
clearInterval(collecting)
