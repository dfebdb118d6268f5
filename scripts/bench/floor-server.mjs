// Node's own HTTP server, which sends the bytes of its standard input: an upper bound for any
// server.
import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'

const bytes = await buffer(process.stdin)
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () =>
    response
      .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.byteLength })
      .end(bytes),
  )
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`),
)
