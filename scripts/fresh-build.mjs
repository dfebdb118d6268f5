// Checks whether a build is up to date.
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
  'scripts/code-splitting.mjs',
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

/** Whether no source has changed since the build with this stamp. */
export async function isFresh(stamp) {
  if (!existsSync(stamp)) return false
  const built = (await stat(stamp)).mtimeMs
  return (await Promise.all(sources.map(newestChange))).every((changed) => changed <= built)
}

/** Writes the stamp of a build with its start time, because it may lack later changes. */
export async function markBuilt(stamp, started) {
  await writeFile(stamp, '')
  await utimes(stamp, started, started)
}
