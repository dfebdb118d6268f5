import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Installs Debian packages if possible, and reports failures. */
export function installPackages(names) {
  if (process.platform !== 'linux' || process.getuid() !== 0) return
  if (!existsSync('/usr/bin/apt-get')) return
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  try {
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], options)
  } catch {
    console.log(`Packages could not be installed: ${names.join(', ')}.`)
  }
}
