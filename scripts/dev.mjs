// Runs the API and the console, reloading on changes, until one of them ends.
import { spawn } from 'node:child_process'

const options = { stdio: 'inherit', shell: process.platform === 'win32' }
const children = [
  spawn(
    'npx',
    ['tsx', 'watch', '--env-file=.env.demo', 'src/server/main.ts', 'serve', '--api-only'],
    options,
  ),
  spawn('npx', ['vite'], options),
]
const stop = () => children.forEach((child) => child.kill())
children.forEach((child) => child.on('exit', stop))
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
