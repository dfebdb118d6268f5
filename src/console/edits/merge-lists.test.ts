import { dequal } from 'dequal'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { specificationPath } from './member-path'
import { mergeLists } from './merge-lists'

const optionSchema = z.object({
  key: z.string(),
  title: z.string(),
  auth: z.object({
    type: z.string().optional(),
    inputSchema: z.string(),
    functions: z.record(z.string(), z.object({ kind: z.string(), code: z.string() })),
  }),
})
type Option = z.infer<typeof optionSchema>
type Options = readonly Option[]

const keys = ['basic', 'oauth', 'proxy', 'token']
const text = fc.constantFrom('', 'a', 'b', 'c')
const functions = fc.dictionary(
  fc.constantFrom('test', 'disconnect'),
  fc.record({ kind: text, code: text }, { noNullPrototype: true }),
  { noNullPrototype: true },
)
const content = fc.record({
  title: text,
  auth: fc.record(
    { type: text, inputSchema: text, functions },
    { requiredKeys: ['functions'], noNullPrototype: true },
  ),
})
const option = fc.record({ key: fc.constantFrom(...keys), content })
const options = fc.uniqueArray(option, { selector: ({ key }) => key }).map((list) =>
  list.map(({ key, content: { title, auth } }): Option => ({
    key,
    title,
    auth: { inputSchema: '', ...auth },
  })),
)

/** Returns the merged lists, and the keys of the options that are in conflict. */
function merged(base: Options, mine: Options, theirs: Options) {
  const lists = mergeLists(specificationPath('options'), { base, mine, theirs })
  if (lists === undefined) throw new Error('Options are not merged by element')
  const { withMine, withTheirs, conflict } = lists
  const read = (list: readonly unknown[] = []) => z.array(optionSchema).parse(list)
  const both = conflict === undefined ? [] : Object.values(conflict).flatMap((list) => read(list))
  return {
    withMine: read(withMine),
    withTheirs: read(withTheirs),
    conflicts: new Set(both.map(({ key }) => key)),
  }
}

const ordered = (list: Options) => list.toSorted((one, next) => one.key.localeCompare(next.key))
const find = (list: Options, key: string) => list.find((each) => each.key === key)

/** Returns the fields of an option that are merged one by one; none if it is missing. */
function fieldsOf(found: Option | undefined): Map<string, unknown> {
  if (found === undefined) return new Map()
  const { title, auth } = found
  return new Map<string, unknown>([
    ['exists', true],
    ['title', title],
    ['type', auth.type],
    ['input schema', auth.inputSchema],
    ...Object.entries(auth.functions),
  ])
}

const fieldNames = ['exists', 'title', 'type', 'input schema', 'test', 'disconnect']
/** Every field of every option in some lists. */
function eachField(...lists: Options[]) {
  return keys.flatMap((key) =>
    fieldNames.map((field) => ({
      key,
      values: lists.map((list) => fieldsOf(find(list, key)).get(field)),
    })),
  )
}

test('what both have, or only one has changed, is not in conflict', () => {
  fc.assert(
    fc.property(options, options, (base, changed) => {
      for (const [mine, theirs] of [
        [changed, changed],
        [changed, base],
        [base, changed],
      ] as const) {
        const { withMine, withTheirs, conflicts } = merged(base, mine, theirs)
        expect(ordered(withMine)).toEqual(ordered(changed))
        expect(withTheirs).toEqual(withMine)
        expect([...conflicts]).toEqual([])
      }
    }),
  )
})

test('merging a second time changes nothing', () => {
  fc.assert(
    fc.property(options, options, options, (base, mine, theirs) => {
      const once = merged(base, mine, theirs).withMine
      expect(ordered(merged(base, mine, once).withMine)).toEqual(ordered(once))
      expect(ordered(merged(theirs, once, theirs).withMine)).toEqual(ordered(once))
    }),
  )
})

test('changes of different options are merged, whoever is first', () => {
  const owners = fc.record(Object.fromEntries(keys.map((key) => [key, fc.boolean()])))
  fc.assert(
    fc.property(options, options, options, owners, (base, one, other, isOnes) => {
      const pick = (ofOne: Options, ofOther: Options) =>
        keys.flatMap((key) => find(isOnes[key] === true ? ofOne : ofOther, key) ?? [])
      const [mine, theirs, both] = [pick(one, base), pick(base, other), pick(one, other)]
      for (const result of [merged(base, mine, theirs), merged(base, theirs, mine)]) {
        expect(ordered(result.withMine)).toEqual(both)
        expect([...result.conflicts]).toEqual([])
      }
    }),
  )
})

test('no change is lost: it is merged by field, or the option is in conflict', () => {
  fc.assert(
    fc.property(options, options, options, (base, mine, theirs) => {
      const { withMine, withTheirs, conflicts } = merged(base, mine, theirs)
      for (const { key, values } of eachField(base, mine, theirs, withMine, withTheirs)) {
        const [before, my, their, kept, left] = values
        const [isMine, isTheirs] = [!dequal(before, my), !dequal(before, their)]
        const isInConflict = conflicts.has(key)
        if (isMine && isTheirs && !dequal(my, their)) expect(isInConflict, key).toBe(true)
        if (isMine) expect(kept).toEqual(my)
        if (isTheirs) expect(left).toEqual(their)
        if (!isInConflict) expect([kept, left]).toEqual(Array(2).fill(isMine ? my : their))
      }
      for (const key of conflicts)
        for (const list of [mine, theirs]) expect(find(list, key)).not.toEqual(find(base, key))
    }),
  )
})

const optionOf = (key: string, title = ''): Option => ({
  key,
  title,
  auth: { inputSchema: '', functions: {} },
})
const orderOf = (list: Options) => list.map(({ key }) => key).join(' ')

test('options are in the order of the one who changed it, followed by new ones', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((key) => optionOf(key))
  if (a === undefined || b === undefined || c === undefined) return expect.unreachable()
  const order = (mine: Options, theirs: Options) => orderOf(merged([a, b], mine, theirs).withMine)
  expect(order([b, a], [optionOf('a', 'A'), b, c])).toBe('b a c')
  expect(order([optionOf('a', 'A'), b, c], [b, a])).toBe('b a c')
})

test('fields of one option are merged, unless both changed the same one', () => {
  const before = optionOf('a')
  const mine = { ...before, title: 'Mine' }
  const theirs = { ...before, auth: { ...before.auth, inputSchema: '{}' } }
  expect(merged([before], [mine], [theirs])).toEqual({
    withMine: [{ ...theirs, title: 'Mine' }],
    withTheirs: [{ ...theirs, title: 'Mine' }],
    conflicts: new Set(),
  })
  const retitled = { ...theirs, title: 'Theirs' }
  expect(merged([before], [mine], [retitled])).toEqual({
    withMine: [{ ...retitled, title: 'Mine' }],
    withTheirs: [retitled],
    conflicts: new Set(['a']),
  })
})
