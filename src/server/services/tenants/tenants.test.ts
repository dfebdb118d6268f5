import { beforeAll, expect, test } from 'vitest'
import { operations } from '@/contract/operations'
import { adminToken, tokenOf } from '@/server/testing/api'
import { workspacePerFile } from '@/server/testing/workspace-per-file'

const { api, workspace, token } = await workspacePerFile('Tenants')
beforeAll(async () => {
  for (const tenantKey of ['first', 'second', 'third']) {
    await api.request('GET', '/connectors', {
      token: await tokenOf(workspace, {
        tenantKey,
        name: `The ${tenantKey}`,
        fields: { plan: tenantKey },
      }),
    })
  }
})

async function tenants(query: string, as = token) {
  const { status, body } = await api.request('GET', `/tenants${query}`, { token: as })
  expect(status, JSON.stringify(body)).toBe(200)
  return operations.listTenants.response.parse(body)
}

test('tenants created by tokens are listed with fields, newest first, page by page', async () => {
  const first = await tenants('?limit=2')
  expect(first.items.map(({ key, name, fields }) => ({ key, name, fields }))).toEqual([
    { key: 'third', name: 'The third', fields: { plan: 'third' } },
    { key: 'second', name: 'The second', fields: { plan: 'second' } },
  ])
  const rest = await tenants(`?limit=2&cursor=${first.cursor}`)
  expect([rest.items.map(({ key }) => key), rest.cursor]).toEqual([['first'], undefined])
})

test('a workspace sees only its own tenants; an operator names the workspace', async () => {
  const other = await api.newWorkspace('Others')
  expect((await tenants('', await adminToken(other))).items).toEqual([])
  expect((await tenants(`?workspaceId=${workspace.id}`, api.operatorToken)).items).toHaveLength(3)
  expect(
    (
      await api.request('GET', `/tenants?workspaceId=${workspace.id}`, {
        token: await adminToken(other),
      })
    ).status,
  ).toBe(404)
  expect((await api.request('GET', '/tenants', { token: api.operatorToken })).status).toBe(400)
})
