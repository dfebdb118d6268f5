import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { staticConsole } from '@/server/node/static-console'
import { folderOfTest } from '@/server/testing/folder-of-test'

test('every test that the security documentation names exists', async () => {
  const text = await readFile('docs/security.md', 'utf8')
  const named = [...text.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)`/g)].map(([, name]) => name ?? '')
  const tests = ['src', 'e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  expect(named.length).toBeGreaterThan(20)
  const missing = named.filter((name) =>
    name.includes('/') ? !existsSync(name) : !tests.some((file) => file.endsWith(`/${name}`)),
  )
  expect(missing).toEqual([])
})

test('the server serves a security.txt that has not expired', async () => {
  const folder = await folderOfTest()
  await mkdir(join(folder, '.well-known'))
  await writeFile(join(folder, 'index.html'), '')
  const file = '.well-known/security.txt'
  await copyFile(join('public', file), join(folder, file))
  const response = await staticConsole(folder).request(`/${file}`)
  const text = await response.text()
  expect([response.status, response.headers.get('Content-Type')]).toEqual([
    200,
    expect.stringContaining('text/plain'),
  ])
  expect(text).toMatch(/^Contact: \S+$/m)
  const [, expires = ''] = /^Expires: (\S+)$/m.exec(text) ?? []
  expect(new Date(expires).getTime()).toBeGreaterThan(Date.now())
})
