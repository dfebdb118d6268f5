import { expect, test } from 'vitest'
import { draftOf } from './draft-of-specification'
import { requestOf } from './request-of-draft'

test('a specification becomes a draft and the same specification again', () => {
  const single = {
    name: 'HubSpot',
    key: 'hubspot',
    categories: ['CRM'],
    parameters: { region: 'eu' },
    type: 'oauth2' as const,
    ui: { helpUri: 'https://help.example/' },
    inputSchema: { type: 'object', 'x-own': 1 },
    makeApiClient: { type: 'javascript' as const, code: 'return 1', timeout: 5 },
    test: {
      type: 'rest-api-mapping' as const,
      description: 'Ping',
      mapping: { path: '/ping', method: 'GET' },
    },
  }
  expect(
    requestOf(
      draftOf({
        ...single,
        id: '1',
        uuid: 'u',
        version: '1.0.0',
        createdAt: '',
        updatedAt: '',
        isReadOnly: false,
      }),
    ),
  ).toEqual({ body: single, issues: [] })
  const several = {
    name: 'Y',
    options: {
      a: { title: 'A', type: 'app-token' as const, description: 'First' },
      b: { type: 'proxy' as const, proxyKey: 'p' },
    },
  }
  expect(requestOf(draftOf(several))).toEqual({ body: several, issues: [] })
})
