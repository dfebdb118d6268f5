// The server of the browser tests, on data that is made anew.
import { rmSync } from 'node:fs'

rmSync(process.env.DATA_DIR, { recursive: true, force: true })
process.argv.push('serve')
await import('../dist/server/main.js')
