import { expect, test } from 'vitest'
import type { Workspace } from '../../../../../contract/workspaces'
import { editsOf, formOf, formWith } from './form'
import { bareWorkspace } from '../../../../testing/bare-workspace'

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
