import { beforeAll, expect, test } from 'vitest'
import { appDetailsSchema } from '@/contract/apps'
import { elementKey } from '@/contract/field'
import { catalogApps, catalogRow, type CatalogApp } from './catalog'

let apps: CatalogApp[]
beforeAll(async () => {
  apps = await catalogApps()
})

test('there are more than 3,000 apps, and no two have the same key or id', () => {
  const rows = apps.map(catalogRow)
  expect(apps.length).toBeGreaterThan(3000)
  for (const values of [
    apps.map(({ key }) => key),
    rows.map(({ id }) => id),
    rows.map(({ uuid }) => uuid),
  ])
    expect(new Set(values).size).toBe(apps.length)
})

test('every app conforms to the contract', () => {
  const { name, categories, logoUri } = appDetailsSchema.shape
  for (const app of apps)
    expect(() => {
      elementKey.parse(app.key)
      name.min(1).parse(app.name)
      categories.parse(app.categories)
      logoUri.parse(app.logoUri)
    }, app.key).not.toThrow()
})

test.each([
  ['salesforce', 'CRM'],
  ['slack', 'Communication'],
  ['microsoft-teams', 'Communication'],
  ['linkedin', 'Social'],
  ['amazon-web-services', 'Cloud'],
  ['microsoft-azure', 'Cloud'],
  ['pipedrive', 'CRM'],
  ['workday', 'HR'],
  ['netsuite', 'ERP'],
  ['marketo', 'Marketing'],
  ['bamboohr', 'HR'],
  ['oracle', 'Databases'],
  ['ibm', 'Cloud'],
  ['adobe-photoshop', 'Design'],
  ['heroku', 'Cloud'],
  ['sendgrid', 'E-mail'],
  ['hubspot', 'CRM'],
  ['github', 'Developer tools'],
  ['stripe', 'Payments'],
  ['shopify', 'E-commerce'],
  ['googlesheets', 'Documents'],
  ['quickbooks', 'Accounting'],
])('the famous %s is there, as %s', (key, category) => {
  expect(apps.find((app) => app.key === key)?.categories).toContain(category)
})

test.each([
  'Square Enix',
  'NetEase Cloud Music',
  'D-Wave Systems',
  'X.Org',
  'Hack The Box',
  'The Movie Database',
  'Docs.rs',
])('a word in the name of %s does not put it into a wrong category', (name) => {
  const wrong = new Set([
    'Payments',
    'Cloud',
    'Accounting',
    'Social',
    'Storage',
    'Databases',
    'Documents',
  ])
  expect(
    apps.find((app) => app.name === name)?.categories.filter((category) => wrong.has(category)),
  ).toEqual([])
})

test('no app of our own list stands beside the same brand of the icon set', () => {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const branded = new Set(
    apps.filter(({ logoUri }) => logoUri !== undefined).map(({ name }) => plain(name)),
  )
  expect(
    apps.filter(({ logoUri, name }) => logoUri === undefined && branded.has(plain(name))),
  ).toEqual([])
})
