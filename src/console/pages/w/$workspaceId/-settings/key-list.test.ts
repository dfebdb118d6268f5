import { expect, test } from 'vitest'
import { cardIds, keyNames, namesByFingerprint, namesOfSame } from './key-list'

const entries = [
  { name: 'First', publicKey: 'one' },
  { name: '', publicKey: 'two' },
  { name: 'Third', publicKey: 'one' },
]
const names = ['First', 'key 2', 'Third']

test('a key without a name is called by its number', () => {
  expect(keyNames(entries)).toEqual(names)
})

test('cards of the same text have different ids, which others before them do not change', () => {
  expect(cardIds(entries)).toEqual(['0 one', '0 two', '1 one'])
  expect(cardIds(entries.slice(1))).toEqual(['0 two', '0 one'])
})

test('a key that is listed again has the name of the first with its fingerprint', () => {
  expect(namesOfSame(names, ['a', 'b', 'a'])).toEqual([undefined, undefined, 'First'])
  expect(namesOfSame(names, ['a', 'b', 'b'])).toEqual([undefined, undefined, 'key 2'])
  expect(namesOfSame(names, [undefined, 'b', undefined]), 'while keys are read').toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('keys are found by fingerprint once they are read', () => {
  expect([...namesByFingerprint(names, ['a', undefined, 'c'])]).toEqual([
    ['a', 'First'],
    ['c', 'Third'],
  ])
})
