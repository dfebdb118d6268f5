import { expect, test } from 'vitest'
import { countEntries, entriesIn, resolveList } from './selectors'

test('a pasted list is parsed with any separators', () => {
  expect(entriesIn(' acme-crm, "acme-fleet ";\n"acme-crm"\tacme-leads | \n\n')).toEqual([
    'acme-crm',
    'acme-fleet',
    'acme-leads',
  ])
})

const apps = [
  { id: '1', key: 'data-lake', name: 'Data Lake' },
  { id: '2', key: 'lake', name: 'Lake' },
  { id: '3', key: 'twin-one', name: 'Twin' },
  { id: '4', key: 'twin-two', name: 'Twin' },
  { id: '5', key: 'joes', name: "Trader Joe's" },
]
const lookUp = async (text: string) =>
  apps.filter(({ key, name }) => `${key} ${name}`.toLowerCase().includes(text.toLowerCase()))

test('names and upper-case keys are looked up; keys on one line differ from a name', async () => {
  const { selectors, givenAs } = await resolveList(
    "Data Lake\nDATA-LAKE, lake twin-one\nTrader Joe's; Nobody Knows\nLAKE JOES TWIN-ONE",
    lookUp,
  )
  expect(selectors).toEqual(['1', 'lake', 'twin-one', '5', 'Nobody', 'Knows', '2', '3'])
  expect([...givenAs]).toEqual([
    ['1', 'Data Lake'],
    ['5', "Trader Joe's"],
    ['2', 'LAKE'],
    ['3', 'TWIN-ONE'],
  ])
})

test('a name shared by two apps stays unresolved', async () => {
  expect((await resolveList('Twin', lookUp)).selectors).toEqual(['Twin'])
})

test('each key counts, and a name counts once', () => {
  expect(countEntries('alpha beta\nData Lake, gamma alpha')).toBe(4)
})

test('every name of a long list is looked up, since its words can be other apps', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    id: `id-${index}`,
    key: `key-${index}`,
    name: `Lake ${index}N`,
  }))
  const find = async (text: string) =>
    [...many, ...apps].filter(({ name, key }) =>
      [name.toLowerCase(), key].includes(text.toLowerCase()),
    )
  const text = [...many.map(({ name }) => name), 'JOES Nobody'].join('\n')
  const { selectors } = await resolveList(text, find)
  expect(selectors).toEqual([...many.map(({ id }) => id), '5', 'Nobody'])
})

test('a name of several words that two apps share does not become its words', async () => {
  const twins = ['1', '2'].map((id) => ({ id, key: `twin-${id}`, name: 'Twin Lake' }))
  const find = async (text: string) =>
    [...twins, ...apps].filter(({ name }) => name.toLowerCase() === text.toLowerCase())
  expect((await resolveList('Twin Lake', find)).selectors).toEqual(['Twin Lake'])
})
