import { expect, test } from 'vitest'
import { specificationPath } from '@/console/edits/member-path'
import { rebase } from '@/console/edits/rebase'
import {
  comparedMembers,
  connectorEdits,
  connectorLabelOf,
  connectorValueAt,
  editedDraft,
  shownValue,
  updateOf,
} from './connector-edits'

const specification = {
  name: 'Desk',
  logoUri: '/logos/desk.svg',
  externalAppId: '01',
  categories: ['Support'],
  type: 'app-token',
  inputSchema: { type: 'object', properties: { token: { type: 'string' } } },
  parameters: { region: 'eu' },
  makeApiClient: { type: 'javascript', code: 'return {}', note: 'kept' },
  test: { type: 'rest-api-mapping', mapping: { path: '/me', method: 'GET' } },
  ui: { helpUri: 'https://help.example/' },
}
const time = '2026-01-01T00:00:00.000Z'
const record = {
  id: '1',
  uuid: '2',
  key: 'desk',
  isReadOnly: false,
  version: 'dev',
  createdAt: time,
  updatedAt: time,
  ...specification,
}
const client = specificationPath('auth.functions.makeApiClient')

test('a working copy is the same after it was read into the form', () => {
  expect(updateOf(editedDraft(record))).toEqual(specification)
  const { type, test: ping, makeApiClient, inputSchema, ...others } = record
  const several = { ...others, options: { a: { type, makeApiClient }, b: { inputSchema } } }
  expect(updateOf(editedDraft({ ...several, test: undefined }))).toMatchObject({
    options: several.options,
  })
  expect(ping).toEqual(specification.test)
})

test('references to the app by uuid do not contradict another choice', () => {
  const draft = editedDraft({ ...record, externalAppUuid: 'old', appUuid: 'old' })
  expect(updateOf({ ...draft, appId: '02' })).toEqual({ ...specification, externalAppId: '02' })
})

test('edits that are kept as JSON make the same form, also those that remove something', () => {
  const original = editedDraft(record)
  const { makeApiClient: _left, ...functions } = original.auth.functions
  const draft = {
    ...original,
    name: 'Desk 2',
    appId: undefined,
    auth: { ...original.auth, functions, inputSchema: '{"type":' },
  }
  const edits = connectorEdits(original, draft)
  expect(edits.map(({ path }) => connectorLabelOf(path))).toEqual([
    'Name',
    'App',
    'Input schema',
    'API client',
  ])
  const kept: typeof edits = JSON.parse(JSON.stringify(edits))
  const restored = editedDraft(record, kept)
  expect(restored.auth.functions).not.toHaveProperty('makeApiClient')
  expect(connectorEdits(original, restored).map(({ path }) => path)).toEqual(
    edits.map(({ path }) => path),
  )
  expect(() => updateOf(restored)).toThrow('Invalid JSON')
})

test('changes of two authentication options are merged, of the same field they conflict', () => {
  const { type: _type, inputSchema: _schema, makeApiClient, test: _test, ...others } = record
  const withOptions = (options: Record<string, object>) => ({ ...others, options })
  const ways = { token: { type: 'app-token', makeApiClient }, code: { type: 'oauth2' } }
  const before = withOptions(ways)
  const original = editedDraft(before)
  const mine = editedDraft(withOptions({ ...ways, code: { ...ways.code, title: 'Code' } }))
  const edits = connectorEdits(original, mine)

  const theirs = withOptions({ ...ways, token: { ...ways.token, title: 'Token' } })
  const merged = rebase(edits, (path) => connectorValueAt(theirs, path))
  expect(merged.conflicts).toEqual([])
  expect(updateOf(editedDraft(theirs, merged.standing))).toMatchObject({
    options: {
      token: { type: 'app-token', makeApiClient, title: 'Token' },
      code: { type: 'oauth2', title: 'Code' },
    },
  })

  const same = withOptions({ ...ways, code: { ...ways.code, title: 'Sign in' } })
  const { conflicts } = rebase(edits, (path) => connectorValueAt(same, path))
  expect(conflicts.map((conflict) => shownValue(conflict.mine))).toEqual([
    { code: { type: 'oauth2', title: 'Code' } },
  ])
})

test('an invalid working copy can be compared, but not sent', () => {
  const { type: _type, ...others } = specification
  const invalid = editedDraft({ ...record, type: 'magic' })
  expect(comparedMembers(invalid)).toEqual({ ...others, type: 'magic' })
  expect(() => updateOf(invalid)).toThrow('app-token')
})

test('a function is shown by its text', () => {
  expect(shownValue(connectorValueAt(record, client))).toBe('javascript\nreturn {}')
  expect(shownValue('Desk')).toBe('Desk')
  expect(shownValue(undefined)).toBeUndefined()
})
