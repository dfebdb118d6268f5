// Writes the files of a release: the notices of third-party packages, and a CycloneDX SBOM of the
// production dependencies.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = 'dist/release'
const isNotice = /^(licen[cs]e|copying|notice)/i

/** Returns the license texts and notices of a package. */
function noticesOf(path) {
  const names = readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && isNotice.test(entry.name))
    .map(({ name }) => name)
  return names.map((name) => readFileSync(join(path, name), 'utf8').trim())
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
// The console bundles development dependencies, so their notices belong to the release too.
const shipped = Object.entries(packages)
  .filter(([path, { optional }]) => path !== '' && optional !== true)
  .toSorted(([a], [b]) => (a < b ? -1 : 1))
const notices = shipped.map(([path, { version, license }]) =>
  [`${path.replace(/^.*node_modules\//, '')} ${version} (${license})`, ...noticesOf(path)].join(
    '\n\n',
  ),
)

mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'THIRD-PARTY-NOTICES.txt'),
  `${notices.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
)
const sbom = execFileSync(
  'npm',
  ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--omit', 'dev'],
  { maxBuffer: 2 ** 28 },
)
writeFileSync(join(folder, 'sbom.cyclonedx.json'), sbom)
process.stdout.write(`${notices.length} notices and the SBOM are in ${folder}\n`)
