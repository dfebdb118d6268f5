import fc from 'fast-check'
import { expect, test } from 'vitest'
import { namedAsGiven, resultOf } from './outcomes'
import { commaNamesIn, entriesIn } from './pasted-entries'
import { asText } from './result-text'
import { countEntries, resolveList, type LookUp } from './selectors'

test('a pasted list is parsed with any separators', () => {
  expect(entriesIn(' acme-crm, "acme-fleet ";\n"acme-crm"\tacme-leads | \n\n')).toEqual([
    'acme-crm',
    'acme-fleet',
    'acme-leads',
  ])
})

const apps = [
  { id: '1', key: 'data-lake', name: 'Data Lake', isPublic: false },
  { id: '2', key: 'lake', name: 'Lake', isPublic: false },
  { id: '3', key: 'twin-one', name: 'Twin', isPublic: false },
  { id: '4', key: 'twin-two', name: 'Twin', isPublic: false },
  { id: '5', key: 'joes', name: "Trader Joe's", isPublic: false },
]
/** Finds apps by a part of their name or key, one search after another. */
const searchIn =
  (listed: readonly (typeof apps)[number][]): LookUp =>
  async (texts) =>
    texts.flatMap((text) =>
      listed.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(text.toLowerCase())),
    )
const ownActive = { isPublic: false, isArchived: false }
const resolve = (text: string, listed: Parameters<typeof searchIn>[0] = apps, meant = ownActive) =>
  resolveList(text, searchIn(listed), meant)

test('names and upper-case keys are looked up; keys on one line differ from a name', async () => {
  const { selectors, givenAs } = await resolve(
    "Data Lake\nDATA-LAKE, lake twin-one\nTrader Joe's; Nobody Knows\nLAKE JOES TWIN-ONE",
  )
  expect(selectors).toEqual(['1', 'lake', 'twin-one', '5', 'Nobody Knows', '2', '3'])
  expect([...givenAs]).toEqual([
    ['1', 'Data Lake'],
    ['5', "Trader Joe's"],
    ['2', 'LAKE'],
    ['3', 'TWIN-ONE'],
  ])
})

test('a name shared by two apps stays unresolved, and is said to be ambiguous', async () => {
  const { selectors, ...names } = await resolve('Twin\nNobody')
  expect(selectors).toEqual(['Twin', 'Nobody'])
  const outcomes = selectors
    .map((selector) => namedAsGiven(names)({ selector, outcome: 'not_found', reason: '404' }))
    .map(resultOf)
  expect(outcomes).toEqual(['ambiguous: matches several apps', 'not found: 404'])
})

test('of apps with one name, the one in the listed scope and state is meant', async () => {
  const twins = [
    { id: 'old', key: 'twin', name: 'Twin', isPublic: false, archivedAt: '2026-01-01T00:00:00Z' },
    { id: 'own', key: 'twin-2', name: 'Twin', isPublic: false },
    { id: 'gone', key: 'twin', name: 'Twin', isPublic: true, archivedAt: '2026-01-01T00:00:00Z' },
  ]
  const meantBy = async (isPublic: boolean, isArchived: boolean) =>
    (await resolve('Twin', twins, { isPublic, isArchived })).selectors
  expect(await meantBy(false, false)).toEqual(['own'])
  expect(await meantBy(false, true)).toEqual(['old'])
  expect(await meantBy(true, false), 'its preview says that it is archived').toEqual(['gone'])
})

test('each key counts, and a name counts once', () => {
  expect(countEntries('alpha beta\nData Lake, gamma alpha')).toBe(4)
})

test('every name of a long list is looked up, since its words can be other apps', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    id: `id-${index}`,
    key: `key-${index}`,
    name: `Lake ${index}N`,
    isPublic: false,
  }))
  const text = [...many.map(({ name }) => name), 'JOES NOBODY'].join('\n')
  const { selectors } = await resolve(text, [...many, ...apps])
  expect(selectors).toEqual([...many.map(({ id }) => id), '5', 'NOBODY'])
})

test('a name of several words that two apps share does not become its words', async () => {
  const twins = ['1', '2'].map((id) => ({
    id,
    key: `twin-${id}`,
    name: 'Twin Lake',
    isPublic: false,
  }))
  expect((await resolve('Twin Lake', [...twins, ...apps])).selectors).toEqual(['Twin Lake'])
})

test('a misspelled name is not found: its words are other apps', async () => {
  const { selectors } = await resolve('Data Laek\nTraders Joes\nlake (Lakeside)')
  expect(selectors).toEqual(['Data Laek', 'Traders Joes', 'lake (Lakeside)'])
  const known = await resolve('Lake Joes\nTwin lake\nLake 0190a000-0000-7000-8000-000000000001')
  expect(known.selectors, 'words that all are apps').toEqual([
    '2',
    '5',
    'Twin',
    '0190a000-0000-7000-8000-000000000001',
  ])
})

test('a misspelled name in capital letters is one app that is not found', async () => {
  expect((await resolve('DATA LAEK\nLAKE JOES')).selectors).toEqual(['DATA LAEK', '2', '5'])
})

test('a name and its key with a dash between them are one app', async () => {
  const { selectors, givenAs } = await resolve('Data Lake \u2014 data-lake\nlake - Lake')
  expect(selectors).toEqual(['1', '2'])
  expect(givenAs.get('1')).toBe('Data Lake')
  expect((await resolve('Twin \u2013 twin-two')).selectors, 'the key says which').toEqual(['4'])
  expect((await resolve('Data Lake \u2014 lake')).selectors, 'two apps').toEqual([
    'Data Lake \u2014 lake',
  ])
})

test('a name that several apps have and the key of another are no pair', async () => {
  const { selectors, shared } = await resolve('Twin - lake')
  expect(selectors).toEqual(['Twin', '2'])
  expect([...shared], 'the user sees that the name is ambiguous').toEqual(['Twin'])
})

test('the key of a pair says which app is meant, also one that is archived or public', async () => {
  const own = { id: 'own', key: 'twin-own', name: 'Twin', isPublic: false }
  const others = [
    { ...own, id: 'old', key: 'twin-old', archivedAt: '2026-01-01T00:00:00Z' },
    { ...own, id: 'public', key: 'twin-public', isPublic: true },
  ]
  const pairs = 'Twin - twin-old\nTwin - twin-public'
  expect((await resolve(pairs, [own, ...others])).selectors).toEqual(['old', 'public'])
  const sharing = [own, { ...own, id: 'own-2', key: 'twin-own-2' }, ...others]
  expect((await resolve(pairs, sharing)).selectors).toEqual(['old', 'public'])
  const same = [own, { ...own, id: 'copy', isPublic: true }]
  expect((await resolve('Twin - twin-own', same)).selectors, 'both in two scopes').toEqual(['own'])
})

test('a long run of spaces takes no time', async () => {
  expect((await resolve('Data Lake  \u2014   data-lake')).selectors).toEqual(['1'])
  const since = performance.now()
  const { selectors } = await resolve(`lake${' '.repeat(100_000)}twin-one`)
  expect(selectors).toEqual(['lake', 'twin-one'])
  // It would take more than ten seconds.
  expect(performance.now() - since).toBeLessThan(5000)
})

test('a line that is a name with a comma is one app, not those of its parts', async () => {
  const named = [
    { id: '7', key: 'lake-inc', name: 'Lake, Inc.', isPublic: false },
    { id: '8', key: 'foo', name: 'Foo; Bar, Baz', isPublic: false },
    ...apps,
  ]
  const { selectors, givenAs } = await resolve('- Lake, Inc.\nLake, Data Lake', named)
  expect(selectors).toEqual(['7', '2', '1'])
  expect(givenAs.get('7')).toBe('Lake, Inc.')
  expect((await resolve('Foo; Bar, Baz', named)).selectors).toEqual(['8'])
})

test('a name in small letters is looked up, unless it is written like a key', async () => {
  const named = ['monday.com', '1&1', 'osu!', '\u{697D}\u{5929}', 'two words', 'scikit-learn'].map(
    (name, index) => ({ id: `id-${index}`, key: `key-${index}`, name, isPublic: true }),
  )
  const { selectors } = await resolve(named.map(({ name }) => name).join('\n'), named)
  expect(selectors).toEqual(['id-0', 'id-1', 'id-2', 'id-3', 'id-4', 'scikit-learn'])
})

test('marks of lists, quotes and what programs add to copied text are no part of an entry', () => {
  const names = ['Data Lake', 'lake']
  for (const text of [
    '- Data Lake\n- lake',
    '• Data Lake\n*  lake',
    '1. Data Lake\n2) lake',
    '- [ ] Data Lake\n  - [x] lake',
    '`Data Lake`, “lake”',
    '‘Data Lake’; «lake»',
    '\u{FEFF}Data Lake\u{200B}\n\u{2060}lake',
    '---\nData Lake\n***\nlake',
    '\u{202A}Data Lake\u{202C}\n\u{200E}"lake"\u{200E}',
  ])
    expect(entriesIn(text), text).toEqual(names)
  expect(entriesIn('Cafe\u{301}')).toEqual(['Caf\u{E9}'])
})

test('of a table with headings, only the cell counts that names the app', () => {
  const id = '0190a000-0000-7000-8000-000000000001'
  expect(entriesIn('name,key,categories\n"Foo, Inc.",foo,"crm, sales"\nBar,bar,')).toEqual([
    'foo',
    'bar',
  ])
  expect(entriesIn(`Name\tKey\tID\nFoo\tfoo\t${id}\nBar\tbar\t\n`)).toEqual([id, 'bar'])
  expect(entriesIn('ID;App\n1;Data Lake\n2;Lake')).toEqual(['Data Lake', 'Lake'])
  expect(entriesIn('| App | `Key` |\n|-----|:---:|\n| Foo | `foo` |\n| Bar | bar |')).toEqual([
    'foo',
    'bar',
  ])
  expect(entriesIn('App key\tOwner\r\nfoo\tann\r\nbar\tben')).toEqual(['foo', 'bar'])
  expect(entriesIn('\u{FEFF}"Key"\r\nfoo\r\nbar, baz\r\n')).toEqual(['foo', 'bar', 'baz'])
  expect(entriesIn('App name\n- Foo\n- Bar')).toEqual(['Foo', 'Bar'])
  expect(entriesIn('App'), 'no heading: nothing is below it').toEqual(['App'])
  expect(entriesIn('Hi, name\nfoo'), 'no table: the lines differ').toEqual(['Hi', 'name', 'foo'])
})

test('words lose their punctuation, and links lead to their app', async () => {
  const text = 'please: (lake), twin-one.\nhttp://localhost/w/1/apps?q=x&app=7#top https://x.y/z'
  const { selectors } = await resolve(text)
  expect(selectors).toEqual(['please', 'lake', 'twin-one', '7', 'https://x.y/z'])
})

test('a result that was copied for a ticket is a list of its apps', () => {
  const text = asText(
    [
      { selector: 'x', id: '1', key: 'data-lake', name: 'Data Lake', outcome: 'archived' },
      { selector: 'data-lake', id: '1', key: 'data-lake', outcome: 'archived' },
      { selector: 'Nobody Knows', outcome: 'not_found' },
      { selector: 'b', key: 'bar', outcome: 'failed', reason: 'Too many requests: wait' },
      { selector: 'Baz: Old', outcome: 'refused', reason: 'Baz is a public app' },
    ],
    {
      ticket: 'SUP-12',
      workspace: 'One',
      actor: 'Ada',
      when: '2026-01-01 00:00 UTC',
      batchId: '7',
      link: 'http://localhost/w/1/apps?batch=7',
    },
  )
  expect(entriesIn(text).toSorted()).toEqual(['Baz: Old', 'Nobody Knows', 'bar', 'data-lake'])
})

test('a text that is too long for a name is not looked up, and cut', async () => {
  const long = `${'a'.repeat(150)} ${'B'.repeat(150)}`
  const { selectors } = await resolveList(
    `${long}\n${'c'.repeat(300)}\nLake`,
    async (texts) => {
      expect(Math.max(...texts.map(({ length }) => length))).toBeLessThanOrEqual(200)
      return apps
    },
    ownActive,
  )
  expect(selectors).toEqual(['a'.repeat(150), 'B'.repeat(150), 'c'.repeat(200), '2'])
})

test('a long run of one character is parsed in a time that grows with its length', async () => {
  // In a time that grows with its square, this would take minutes.
  for (const character of 'Aa1"(.,-|[ \t\n?') {
    const list = `x, ${character.repeat(200_000)}x`
    await resolve(list)
    expect(entriesIn(list)[0], character).toBe('x')
  }
})

test('a line is a name with a comma if a capital letter stands before a comma and a space', () => {
  const lines = fc.string({ unit: fc.constantFrom('A', 'É', 'a', '1', ',', ' ') })
  fc.assert(
    fc.property(lines, (line) => {
      const name = line.trim()
      const capital = name.search(/\p{Lu}/u)
      const isName = capital >= 0 && name.slice(capital).includes(', ')
      expect(commaNamesIn(line)).toEqual(isName ? [name] : [])
    }),
  )
})
