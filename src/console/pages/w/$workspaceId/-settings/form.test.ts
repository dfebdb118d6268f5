import { expect, test } from 'vitest'
import { bareWorkspace } from '@/console/testing/bare-workspace'
import type { Workspace } from '@/contract/workspaces'
import { editsOf, formOf, formWith, settingsResolver } from './form'

const workspace: Workspace = {
  ...bareWorkspace,
  name: 'Base',
  userFieldsSchema: { type: 'object' },
  jwksUri: null,
}

test('a form restored from its edits equals the typed one, valid or not', () => {
  const typed = {
    ...formOf(workspace),
    name: '',
    logoUri: 'not an address',
    publicKeys: [{ name: '', publicKey: '' }],
    jwksUri: 'ftp://',
    userFieldsSchema: '{ "type":   "obj',
    settings: { ...formOf(workspace).settings, enableApiLogs: true },
  }
  const edits = editsOf(workspace, typed)
  expect(formWith(workspace, edits, typed.userFieldsSchema)).toEqual(typed)
})

test('a number of the schema that would be stored as another one is refused', async () => {
  const typed = { ...formOf(workspace), userFieldsSchema: '{\n  "maximum": 9007199254740993\n}' }
  const { errors } = await settingsResolver(workspace)(typed, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  })
  expect(errors.userFieldsSchema?.message).toBe(
    'This number would be stored as 9007199254740992: send it as text, or round it ' +
      '(line 2, column 14)',
  )
  expect(editsOf(workspace, typed)).toMatchObject([{ after: typed.userFieldsSchema }])
})

test('fields without edits follow the newer record', () => {
  const typed = { ...formOf(workspace), name: 'Mine' }
  const newer = { ...workspace, logoUri: '/new.svg', userFieldsSchema: null }
  const form = formWith(newer, editsOf(workspace, typed), typed.userFieldsSchema)
  expect(form).toEqual({ ...formOf(newer), name: 'Mine' })
})

test('members that an engine omits are no edits until they are changed', () => {
  const {
    type: _type,
    isReadOnly: _isReadOnly,
    publicKeys: _publicKeys,
    enabledWebhookEvents: _events,
    ...sparse
  } = workspace
  const form = formOf(sparse)
  expect(editsOf(sparse, form)).toEqual([])
  expect(editsOf(sparse, { ...form, isReadOnly: true })).toMatchObject([
    { path: 'isReadOnly', after: true },
  ])
})

test('what an engine holds in fields without edits does not stop a save of others', async () => {
  const unusual: Workspace = {
    ...workspace,
    userFieldsSchema: ['any', 'value'],
    webhookUri: 'queue:events',
    enabledWebhookEvents: ['x'.repeat(300)],
    settings: { disableSecretKeyAuth: true },
  }
  const options = { fields: {}, shouldUseNativeValidation: false }
  const errorsOf = async (changes: Partial<ReturnType<typeof formOf>>) => {
    const form = { ...formOf(unusual), ...changes }
    const { errors } = await settingsResolver(unusual)(form, undefined, options)
    return Object.keys(errors)
  }
  expect(await errorsOf({ name: 'Renamed' })).toEqual([])
  expect(await errorsOf({ name: '', userFieldsSchema: '[1]' })).toEqual([
    'name',
    'userFieldsSchema',
  ])
  expect(await errorsOf({ publicKeys: [], jwksUri: 'https://shop.example/jwks' })).toEqual([])
  const withKey = { ...unusual, publicKeys: [{ name: 'a', publicKey: 'b' }] }
  const emptied = { ...formOf(withKey), publicKeys: [] }
  const { errors } = await settingsResolver(withKey)(emptied, undefined, options)
  expect(Object.keys(errors)).toEqual(['settings'])
})

test('what an engine has added to a key is kept when the key is renamed', async () => {
  const key = { name: 'A', publicKey: 'PEM', kid: '1' }
  const withKey = { ...workspace, publicKeys: [key] }
  const renamed = { ...formOf(withKey), publicKeys: [{ ...key, name: 'B' }] }
  expect(formWith(withKey, editsOf(withKey, renamed), undefined).publicKeys).toEqual([
    { ...key, name: 'B' },
  ])
  const options = { fields: {}, shouldUseNativeValidation: false }
  const { errors } = await settingsResolver(withKey)(renamed, undefined, options)
  expect(errors).toEqual({})
})
