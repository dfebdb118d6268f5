import type { ConnectorFunctionName } from '@/contract/connectors'

const tokens = {
  access_token: 'example-access-token',
  refresh_token: 'example-refresh-token',
  token_type: 'Bearer',
  expires_in: 3600,
}
const examples = {
  credentials: { accessToken: 'example-access-token', refreshToken: 'example-refresh-token' },
  parameters: {},
  response: tokens,
}
type InputMember = keyof typeof examples

const ofRequests = ['credentials', 'parameters'] as const
const ofResponses = ['response', 'parameters'] as const
/** What each function gets as its argument. */
const inputMembers: Record<ConnectorFunctionName, readonly InputMember[]> = {
  getCredentialsFromConnectionParameters: ['parameters'],
  refreshCredentials: ofRequests,
  makeApiClient: ofRequests,
  getOAuthConfig: ['parameters'],
  getTokenData: ofResponses,
  getCredentialsFromAccessTokenResponse: ofResponses,
  getCredentialsFromRefreshTokenResponse: ofResponses,
  test: ofRequests,
  disconnect: ofRequests,
}

/** Returns the members of an object that code reads, each with an example. */
function membersRead(code: string, name: string): Record<string, unknown> {
  const reads = code.matchAll(new RegExp(`(?<![\\w$.])${name}\\??\\.([A-Za-z_]\\w*)`, 'g'))
  return Object.fromEntries([...reads].map(([, member = '']) => [member, `example ${member}`]))
}

/** Returns an example of the argument of a function, as JSON, with the members its code reads. */
export function exampleInput(name: ConnectorFunctionName, code: string): string {
  const input = inputMembers[name].map((member) => [
    member,
    { ...membersRead(code, member), ...examples[member] },
  ])
  return JSON.stringify(Object.fromEntries(input), null, 2)
}

/** Whether code appears to send requests. */
export function sendsRequests(code: string): boolean {
  return /\bfetch\b/.test(code)
}

/** Returns an example of the response to the requests of a function, as JSON. */
export function exampleResponse(name: ConnectorFunctionName): string {
  const body = name === 'refreshCredentials' ? tokens : {}
  return JSON.stringify({ status: 200, body }, null, 2)
}
