// Runs the tests. The long forms are left out unless `LONG_TESTS` is `on`.
import { spawnSync } from 'node:child_process'

const env = { LONG_TESTS: 'off', ...process.env }
for (const script of ['unit', 'test:browser']) {
  const shell = process.platform === 'win32'
  const { status } = spawnSync('npm', ['run', script], { stdio: 'inherit', env, shell })
  if (status !== 0) process.exit(status ?? 1)
}
if (env.LONG_TESTS === 'off')
  console.log('Long forms were left out. LONG_TESTS=on npm test runs them too.')
