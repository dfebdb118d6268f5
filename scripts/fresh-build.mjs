// Whether a build is newer than what it is made of.
import { existsSync } from 'node:fs'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/build-demo.mjs',
  'scripts/build-server.mjs',
]

async function newestChange(path) {
  const facts = await stat(path)
  if (!facts.isDirectory()) return facts.mtimeMs
  const names = await readdir(path)
  return Math.max(
    facts.mtimeMs,
    ...(await Promise.all(names.map((name) => newestChange(join(path, name))))),
  )
}

/** Whether no source has changed since the build that the stamp is of. */
export async function isFresh(stamp) {
  if (!existsSync(stamp)) return false
  const built = (await stat(stamp)).mtimeMs
  return (await Promise.all(sources.map(newestChange))).every((changed) => changed <= built)
}

/** Writes the stamp of a build, dated to its start: what changed meanwhile may be missing in it. */
export async function markBuilt(stamp, started) {
  await writeFile(stamp, '')
  await utimes(stamp, started, started)
}
