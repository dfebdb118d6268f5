import { expect, test } from 'vitest'
import { z } from 'zod'
import { connectionOperations } from '@/contract/connections'
import { connectorOperations } from '@/contract/connectors'
import { workspaceOperations } from '@/contract/workspaces'
import { errorFromResponse, readResponse } from './read-response'

const { exportConnection } = connectionOperations
const { listConnectors } = connectorOperations
const { updateOrgWorkspace } = workspaceOperations

test('what an engine sends as null is not set, at any depth', () => {
  const exported = { name: 'A', key: null, meta: { owner: null } }
  expect(readResponse(exportConnection.response, exported).data).toEqual({
    name: 'A',
    meta: { owner: null },
  })
  const record = { id: '1', name: 'A', orgId: '2', key: 'a', jwksUri: null }
  const limits = { parallelFlowRuns: { unit: 'number', value: null } }
  const sent = { ...record, limits, settings: null, logoUri: null }
  expect(readResponse(updateOrgWorkspace.response, sent).data).toEqual({
    ...record,
    limits: { parallelFlowRuns: { unit: 'number' } },
  })
})

test('an item of a list may have nulls', () => {
  const items = [{ id: '1', key: 'a', name: 'A', isReadOnly: null }]
  expect(readResponse(listConnectors.response, { items }).data?.items).toMatchObject([
    { key: 'a', isReadOnly: false },
  ])
})

test('a long list is copied once, however many nulls it has', { timeout: 4000 }, () => {
  const connector = { id: '1', key: 'a', name: 'A', isReadOnly: null }
  const items = Array.from({ length: 20_000 }, () => ({ ...connector }))
  expect(readResponse(listConnectors.response, { items }).data?.items).toHaveLength(20_000)
})

test('null in place of a member that is needed, or of an item, is an error', () => {
  const needsName = z.object({ name: z.string() })
  expect(readResponse(needsName, { name: null }).success).toBe(false)
  expect(readResponse(z.array(needsName), [null]).success).toBe(false)
  expect(readResponse(needsName, null).success).toBe(false)
})

test.each(['', null])('a page whose cursor is %j is the last one', (cursor) => {
  expect(readResponse(listConnectors.response, { items: [], cursor }).data).toEqual({ items: [] })
})

test('an error names a member of the body as the user knows it', async () => {
  const issues = [{ path: ['body', 'logoUri'], message: 'Use https', code: 'custom' }]
  const errorWith = (data?: unknown) =>
    errorFromResponse(
      Response.json(
        { type: 'bad_request', key: 'invalid_request', message: 'body.logoUri: Use https', data },
        { status: 400 },
      ),
    )
  expect((await errorWith({ issues })).message).toBe('logoUri: Use https')
  expect((await errorWith()).message, 'of another engine').toBe('body.logoUri: Use https')
})
