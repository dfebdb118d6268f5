import { expect, test } from 'vitest'
import { NotTextError, readTextFile } from './text-file'

test('files of spreadsheets are read in the encoding that their first bytes say', async () => {
  const text = 'name\tGröße\r\nflowRuns\t1,5'
  const little = Buffer.from(`\uFEFF${text}`, 'utf16le')
  const encoded = [Buffer.from(text), Buffer.from(`\uFEFF${text}`), little]
  const big = Buffer.from(little).swap16()
  for (const bytes of [...encoded, big])
    expect(await readTextFile(new Blob([new Uint8Array(bytes)]))).toBe(text)
  expect(await readTextFile(new Blob([]))).toBe('')
})

test('a file of an older program keeps its letters that are not ASCII', async () => {
  const bytes = new Uint8Array(Buffer.from('name: Müller & Söhne', 'latin1'))
  expect(await readTextFile(new Blob([bytes]))).toBe('name: Müller & Söhne')
})

test('a byte that is not UTF-8 leaves the rest of a file as it is', async () => {
  const bytes = new Uint8Array([...Buffer.from('Müller'), 0xff])
  expect(await readTextFile(new Blob([bytes]))).toBe('Müller\ufffd')
})

test('a file that is not text is refused', async () => {
  const start = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]
  const image = readTextFile(new Blob([new Uint8Array(start)]))
  await expect(image).rejects.toBeInstanceOf(NotTextError)
})
