import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { scripts } from '../package.json'

const pages = ['.', 'docs'].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name)),
)

/** The anchors of a page: its headings, in the form that GitHub links to. */
function anchorsOf(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

test.each(pages)('links, paths and npm scripts in %s exist', (page) => {
  const text = readFileSync(page, 'utf8')
  for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (link.startsWith('https://')) continue
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : normalize(join(dirname(page), path))
    expect(existsSync(target), link).toBe(true)
    if (anchor !== undefined) expect(anchorsOf(target), link).toContain(anchor)
  }
  for (const [, path = ''] of text.matchAll(
    /`((?:src|scripts|e2e|deploy|docs|public)\/[\w/.-]+)`/g,
  ))
    expect(existsSync(path), path).toBe(true)
  for (const [, name = ''] of text.matchAll(/npm\s+run\s+([\w:-]+)/g))
    expect(Object.keys(scripts)).toContain(name)
})
