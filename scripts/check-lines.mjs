// Fails if a line of a source file is longer than 100 columns: oxfmt wraps code, but neither
// comments nor strings.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const maxColumns = 100
const folders = ['src', 'e2e', 'scripts']

const files = [
  ...readdirSync('.'),
  ...folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((path) => join(folder, path)),
  ),
].filter((path) => /\.(ts|tsx|mts|mjs)$/.test(path) && !path.endsWith('.gen.ts'))

for (const file of files)
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
    if (line.length > maxColumns) {
      process.stderr.write(`${file}:${index + 1}: ${line.length} columns\n`)
      process.exitCode = 1
    }
