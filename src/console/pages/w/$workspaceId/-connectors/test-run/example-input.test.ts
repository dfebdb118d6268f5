import { expect, test } from 'vitest'
import { exampleInput, sendsRequests } from './example-input'

test('the example has what the code reads, and only what the function gets', () => {
  const code = `export default async function ({ parameters, credentials }) {
    const response = await fetch('https://api.example/' + credentials.token)
    return { id: parameters.clientId, body: await response.json(), own: this.parameters.no }
  }`
  expect(JSON.parse(exampleInput('makeApiClient', code))).toEqual({
    credentials: {
      token: 'example token',
      accessToken: 'example-access-token',
      refreshToken: 'example-refresh-token',
    },
    parameters: { clientId: 'example clientId' },
  })
  expect(JSON.parse(exampleInput('getOAuthConfig', code))).toEqual({
    parameters: { clientId: 'example clientId' },
  })
})

test('a token response has the usual members, and those that the code reads', () => {
  const input = exampleInput('getTokenData', 'return { id: response.account_id }')
  expect(JSON.parse(input)).toMatchObject({
    response: { account_id: 'example account_id', access_token: 'example-access-token' },
  })
})

test('code that mentions fetch may send requests', () => {
  expect(sendsRequests('await fetch(url)')).toBe(true)
  expect(sendsRequests('prefetch()')).toBe(false)
})
