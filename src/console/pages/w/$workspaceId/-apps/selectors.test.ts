import { expect, test } from 'vitest'
import { countEntries, entriesIn, resolveList } from './selectors'

test('a pasted list is read whatever separates it', () => {
  expect(entriesIn(' acme-crm, acme-fleet;\n"acme-crm"\tacme-leads | \n\n')).toEqual([
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

test('names and keys in upper case are looked up, and keys in one line are told from a name', async () => {
  const { selectors, givenAs } = await resolveList(
    "Data Lake\nDATA-LAKE, lake twin-one\nTrader Joe's; Nobody Knows",
    lookUp,
  )
  expect(selectors).toEqual(['1', 'lake', 'twin-one', '5', 'Nobody', 'Knows'])
  expect([...givenAs]).toEqual([
    ['1', 'Data Lake'],
    ['5', "Trader Joe's"],
  ])
})

test('a name that two apps have stays as it was given', async () => {
  expect((await resolveList('Twin', lookUp)).selectors).toEqual(['Twin'])
})

test('keys are counted one by one, a name once', () => {
  expect(countEntries('alpha beta\nData Lake, gamma alpha')).toBe(4)
})
