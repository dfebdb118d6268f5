import fc from 'fast-check'
import { base64url } from 'jose'
import { expect, test } from 'vitest'
import { nameOfList, readCursor, writeCursor, type Position } from './cursor'

const list = nameOfList({ operation: 'listApps', search: 'hub' })
const position: Position = {
  part: 2,
  value: 'hubspot',
  id: '01a05bfb-7000-7000-8000-000000000000',
  near: 'ranked',
  total: 7,
}
const refusal = (code: string) =>
  expect.objectContaining({
    key: 'invalid_request',
    data: { issues: [expect.objectContaining({ path: ['query', 'cursor'], code })] },
  })

test('a cursor returns the position that it was written with', () => {
  const positions = fc.record<Position>({
    part: fc.nat(),
    value: fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0')),
    id: fc.uuid(),
    near: fc.constantFrom('none', 'ranked', 'unranked'),
    total: fc.nat(),
  })
  fc.assert(
    fc.property(positions, (written) => {
      expect(readCursor(list, writeCursor(list, written))).toEqual(written)
    }),
  )
  expect(readCursor(list, undefined)).toBeUndefined()
})

test('a list has one name; another operation, search or filter gives another', () => {
  expect(nameOfList({ operation: 'listApps', search: 'hub' })).toBe(list)
  for (const other of [
    { operation: 'listApps', search: 'hubs' },
    { operation: 'listApps' },
    { operation: 'listConnectors', search: 'hub' },
  ]) {
    const cursor = writeCursor(nameOfList(other), position)
    expect(() => readCursor(list, cursor)).toThrow(refusal('foreign_cursor'))
  }
})

const write = (content: unknown) => base64url.encode(JSON.stringify(content))
test.each([
  ['no text', ''],
  ['no base64url', '***'],
  ['no JSON', base64url.encode('{')],
  ['no object', write(null)],
  ['no position', write({ list })],
  ['a further member', write({ list, position, more: 1 })],
  ['a further member of the position', write({ list, position: { ...position, more: 1 } })],
  ['a part below 0', write({ list, position: { ...position, part: -1 } })],
  ['half a part', write({ list, position: { ...position, part: 0.5 } })],
  ['a total below 0', write({ list, position: { ...position, total: -1 } })],
  ['a value with a NUL', write({ list, position: { ...position, value: 'a\0b' } })],
  ['an id that is no UUID', write({ list, position: { ...position, id: 'hubspot' } })],
  ['an unknown order', write({ list, position: { ...position, near: 'maybe' } })],
])('a cursor with %s is refused', (_what, cursor) => {
  expect(() => readCursor(list, cursor)).toThrow(refusal('invalid_cursor'))
})
