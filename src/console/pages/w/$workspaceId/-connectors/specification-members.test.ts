import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSpecifications } from './specification-members'

const base = { name: 'Desk', type: 'oauth2', categories: ['Support'] }

test('changes of different members are both kept, a removal too', () => {
  const { categories: _removed, ...theirs } = base
  const merged = { name: 'Mine', type: 'oauth2' }
  expect(mergeSpecifications(base, { ...base, name: 'Mine' }, theirs)).toEqual({
    conflicts: [],
    withMine: merged,
    withTheirs: merged,
  })
})

test('a member that both changed is in conflict, unless they changed it alike', () => {
  const [mine, theirs] = [
    { ...base, name: 'Mine', categories: ['Both'] },
    { ...base, name: 'Theirs', categories: ['Both'], type: 'oauth1' },
  ]
  expect(mergeSpecifications(base, mine, theirs)).toEqual({
    conflicts: ['name'],
    withMine: { ...theirs, name: 'Mine' },
    withTheirs: theirs,
  })
})

test('where both together are no valid connector, all that differs is in conflict', () => {
  const mine = { name: 'Desk', categories: ['Support'], options: { token: { type: 'app-token' } } }
  const theirs = { ...base, test: { type: 'javascript', code: 'return true' } }
  expect(mergeSpecifications({ name: 'Desk', categories: ['Support'] }, mine, theirs)).toEqual({
    conflicts: ['options', 'type', 'test'],
    withMine: mine,
    withTheirs: theirs,
  })
})

test('merging with what was there before, or with the same change, is the change itself', () => {
  const members = fc.record(
    {
      name: fc.constantFrom('One', 'Other'),
      categories: fc.constantFrom(['CRM'], ['Support', 'CRM']),
      parameters: fc.record({ region: fc.constantFrom('eu', 'us') }),
    },
    { requiredKeys: ['name'] },
  )
  fc.assert(
    fc.property(members, members, (before, after) => {
      const unchanged = { conflicts: [], withMine: after, withTheirs: after }
      expect(mergeSpecifications(before, after, before)).toEqual(unchanged)
      expect(mergeSpecifications(before, before, after)).toEqual(unchanged)
      expect(mergeSpecifications(before, after, after)).toEqual(unchanged)
    }),
  )
})
