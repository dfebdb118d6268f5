// Copies the icons that the console uses from the Tabler set into src/console/ui/icons.gen.ts.
// The file is committed, since types are checked before the build. Run `npm run icons` after
// importing another icon by its Tabler name, such as `IconMapPin`.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = 'src/console'
const target = `${folder}/ui/icons.gen.ts`
const require = createRequire(import.meta.url)
const {
  icons: { icons, aliases },
  info: { version, author },
} = require('@iconify-json/tabler')

/** The names of the icons that a source file imports. */
function importedIcons(source) {
  return [...source.matchAll(/import \{([^}]*)\} from '[^']*\/icons\.gen'/g)].flatMap(([, names]) =>
    names.split(',').flatMap((name) => name.match(/\bIcon[A-Z]\w*/) ?? []),
  )
}

/**
 * Writes an icon as a constant with its outlines. `IconMapPin` is called `map-pin` in the set.
 */
function constantOf(name) {
  const slug = name
    .slice('Icon'.length)
    .replaceAll(/(?<=[a-z])(?=[A-Z0-9])|(?<=[0-9])(?=[A-Z])/g, '-')
    .toLowerCase()
  const icon = icons[slug] ?? icons[aliases[slug]?.parent]
  if (icon === undefined) throw new Error(`The Tabler set has no icon '${slug}' (${name})`)
  const outlines = [...icon.body.matchAll(/ d="([^"]+)"/g)].map(([, outline]) => `'${outline}'`)
  return `export const ${name} = /* @__PURE__ */ createIcon(${outlines.join(', ')})\n`
}

const sources = readdirSync(folder, { recursive: true }).filter((path) => /\.tsx?$/.test(path))
const names = new Set(
  sources.flatMap((path) => importedIcons(readFileSync(join(folder, path), 'utf8'))),
)
writeFileSync(
  target,
  `// Written by \`npm run icons\`; do not edit.
/*
 * Tabler Icons ${version}, copyright (c) ${author.name}
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and
 * associated documentation files (the "Software"), to deal in the Software without restriction,
 * including without limitation the rights to use, copy, modify, merge, publish, distribute,
 * sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or
 * substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT
 * NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND
 * NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM,
 * DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
 */
import { createIcon } from './create-icon'

${[...names]
  .toSorted((a, b) => (a < b ? -1 : 1))
  .map(constantOf)
  .join('')}`,
)
