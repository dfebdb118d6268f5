import { maxSessionWorkspaces, type ProviderSession } from '@/contract/single-sign-on'
import { verifyProviderToken } from '@/server/authentication/provider-token'
import { grantedKeys, roleIn, type GrantedRoles } from '@/server/core/access/role-rules'
import type { Dependencies } from '@/server/core/context'
import { accessDenied, notAuthenticated } from '@/server/core/service-error'
import { matches } from '@/server/store/condition'
import type { Connection } from './provider'
import { sealValue } from './sealed'

/** A server accepts 16 kB of headers in total. */
const maxSessionTokenLength = 15_000

/** @throws not_authenticated for a token that would be refused in every request */
function assertSendable({ log }: Dependencies, provider: string, { length }: string): void {
  if (length <= maxSessionTokenLength) return
  log.error({ length }, 'an ID token of the identity provider has too many claims to be sent')
  throw notAuthenticated(
    `The token of ${provider} is too long: ask the people who run this server to have it contain ` +
      'fewer claims, such as groups',
  )
}

async function reachableWorkspaces(
  { database }: Dependencies,
  granted: GrantedRoles,
): Promise<ProviderSession['workspaces']> {
  const rows = await database
    .selectFrom('workspaces')
    .select(['id', 'key', 'name'])
    .where(matches('workspaces', { key: grantedKeys(granted), archived_at: null }))
    .orderBy('search_name')
    .orderBy('id')
    .limit(maxSessionWorkspaces)
    .execute()
  return rows.flatMap(({ id, key, name }) => {
    const role = roleIn(granted, key)
    return role === undefined ? [] : [{ id, name, role }]
  })
}

/**
 * Creates a user's session from the tokens of the provider.
 * @param expectedSubject the user whose session is renewed
 * @throws not_authenticated, access_denied for a user without a role
 */
export async function sessionOf(
  dependencies: Dependencies,
  { provider }: Connection,
  tokens: { id_token?: string | undefined; refresh_token?: string | undefined },
  expectedSubject?: string,
): Promise<ProviderSession> {
  const { id_token: token, refresh_token: refreshToken } = tokens
  if (token === undefined)
    throw notAuthenticated(`${provider.name} sent no ID token: the scope openid is required`)
  assertSendable(dependencies, provider.name, token)
  const user = await verifyProviderToken(dependencies, provider, token, {
    isFromSignIn: true,
  })
  const { name, granted, claims } = user
  const { subject } = user.owner
  if (expectedSubject !== undefined && subject !== expectedSubject)
    throw notAuthenticated(`${provider.name} signed in another user: sign in again`)
  const workspaces = await reachableWorkspaces(dependencies, granted)
  if (workspaces.length === 0 && granted.everywhere === undefined)
    throw accessDenied(
      `${provider.name} signed you in as ${name}, but your roles are for workspaces that do not ` +
        'exist or are archived. Ask the people who run this server',
    )
  return {
    token,
    expiresAt: new Date(claims.exp * 1000).toISOString(),
    renewal:
      refreshToken === undefined
        ? undefined
        : await sealValue(dependencies, { kind: 'renewal', refreshToken, subject }),
    name,
    subject,
    role: granted.everywhere,
    workspaces,
  }
}
