// Installs the dependencies if package-lock.json has changed. Needs only Node.
import { execSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

const stamp = 'node_modules/.lock-hash'
const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  execSync('npm ci --include=dev --no-audit --no-fund', { stdio: 'inherit' })
  writeFileSync(stamp, hash)
}
