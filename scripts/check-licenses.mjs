// Fails if a package in package-lock.json has no license, or one that is not allowed.
import { readFileSync } from 'node:fs'

const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PSF-2.0',
  'Unlicense',
  'Zlib',
])

/**
 * Whether an SPDX expression is allowed: one of its choices, with all licenses that it combines.
 */
function isAllowed(expression) {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((license) => allowed.has(license)))
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const refused = Object.entries(packages).filter(([, { license = '' }]) => !isAllowed(license))
for (const [path, { version, license }] of refused)
  process.stderr.write(`${path} ${version}: ${license ?? 'no license'}\n`)
if (refused.length > 0) {
  process.stderr.write(
    'Replace these packages, or allow the license in scripts/check-licenses.mjs.\n',
  )
  process.exitCode = 1
}
