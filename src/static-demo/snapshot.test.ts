import { expect, test } from 'vitest'
import { packFiles, unpackFiles, type DatabaseFiles } from './snapshot'

test('files come out of the pack as they went in, in the same order', () => {
  const files: DatabaseFiles = new Map()
  files.set('/base', 'directory')
  files.set('/base/ünïcode', Uint8Array.of(1, 2, 3))
  files.set('/base/empty', new Uint8Array())
  files.set('/global', 'directory')
  files.set('/global/control', Uint8Array.of(255))
  expect([...unpackFiles(packFiles(files).buffer)]).toEqual([...files])
})

test('unpacked files can be changed without changing the pack', () => {
  const packed = packFiles(new Map([['/file', Uint8Array.of(1)]])).buffer
  const bytes = unpackFiles(packed).get('/file')
  if (bytes instanceof Uint8Array) bytes[0] = 2
  expect(unpackFiles(packed).get('/file')).toEqual(Uint8Array.of(1))
})
