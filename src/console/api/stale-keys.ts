import type { ChangeKind } from '@/contract/changes'
import type { Operation } from '@/contract/operation'
import type { OperationId, Operations } from '@/contract/operations'

/** Operations are named by method and path, so that no schema is loaded for their names. */
type KeyOf<Op extends Operation> = `${Op['method']} ${Op['path']}`
type Keys = { [Id in OperationId]: KeyOf<Operations[Id]> }[OperationId]
type ReadKey = Extract<Keys, `GET ${string}`>
type WriteKey = Exclude<Keys, ReadKey>

const history = 'GET /audit-events'
const workspaces = 'GET /org-workspaces'
const webhook = [
  'GET /webhook-deliveries',
  'GET /webhook-deliveries/{id}',
  'GET /org-workspaces/{id}/webhook',
] as const
const connectors = [
  'GET /connectors',
  'GET /connector-catalog/categories',
  'GET /connectors/{idOrKey}',
  'GET /connectors/{idOrKey}/versions',
  'GET /connectors/{idOrKey}/specification',
] as const
const tokens = 'GET /org-workspaces/{id}/access-tokens'
const keyUses = 'GET /org-workspaces/{id}/public-key-uses'

/**
 * What each write makes stale. A write that is missing here doesn't compile. Lists of apps are left
 * out: `useInvalidateApps` invalidates them once after many writes.
 */
const affected: Record<WriteKey, readonly ReadKey[] | 'everything'> = {
  'PATCH /org-workspaces/{id}': [
    history,
    workspaces,
    keyUses,
    'GET /org-workspaces/{id}/webhook',
    'GET /alerts/channels',
  ],
  'PUT /org-workspaces/{id}/operator-limits': [history, workspaces],
  'PUT /org-workspaces/{id}/alert-settings': [history, workspaces],
  'POST /org-workspaces': [history, workspaces],
  'DELETE /org-workspaces/{id}': [history, workspaces],
  'POST /org-workspaces/{id}/restore': [history, workspaces],
  'POST /org-workspaces/{id}/access-token': [history, tokens],
  'DELETE /org-workspaces/{id}/access-tokens': [history, tokens],
  'DELETE /org-workspaces/{id}/access-tokens/{tokenId}': [history, tokens],
  'POST /org-workspaces/{id}/rotate-secret': [history],
  'POST /org-workspaces/{id}/check-jwks': [],
  'POST /org-workspaces/{id}/ping': [history, ...webhook],
  'POST /org-workspaces/{id}/recover-deliveries': [history, ...webhook],
  'POST /org-workspaces/{id}/rotate-webhook-secret': [history, ...webhook],
  'POST /webhook-deliveries/{id}/resend': [history, ...webhook],
  'POST /alerts/test': [history, 'GET /alerts', ...webhook],
  'PUT /alerts/mutes/{type}': [history, 'GET /alerts/mutes'],
  'POST /connectors': [history, ...connectors],
  'POST /connectors/{idOrKey}/publish-version': [history, ...connectors],
  'PUT /connectors/{idOrKey}/specification': [history, ...connectors],
  'POST /external-apps': [history],
  'PATCH /external-apps/{idOrKeyOrUuid}': [history],
  'DELETE /external-apps/{idOrKeyOrUuid}': [history],
  'POST /external-apps/{idOrKeyOrUuid}/restore': [history],
  'POST /external-apps/archive': [history],
  'POST /external-apps/archive/{batchId}/restore': [history],
  'POST /demo/sign-in': [],
  'POST /single-sign-on/start': [],
  'POST /single-sign-on/finish': [],
  'POST /single-sign-on/renew': [],
  'POST /single-sign-on/end': [],
  'POST /demo/reset': 'everything',
}

/** What each change by someone else makes stale. */
const affectedByChange: Record<ChangeKind, readonly ReadKey[]> = {
  workspace: [
    history,
    workspaces,
    tokens,
    keyUses,
    'GET /org-workspaces/{id}',
    'GET /org-workspaces/{id}/usage',
    'GET /org-workspaces/{id}/webhook',
    'GET /alerts/channels',
  ],
  accessTokens: [history, tokens],
  history: [history],
  connectors: [history, ...connectors],
  apps: [
    history,
    'GET /external-apps',
    'GET /external-apps/search',
    'GET /external-apps/categories',
    'GET /external-apps/archive',
    'GET /external-apps/{idOrKeyOrUuid}',
  ],
  alerts: ['GET /alerts'],
  alertMutes: [history, 'GET /alerts/mutes'],
  deliveries: webhook,
  usage: ['GET /org-workspaces/{id}/usage'],
}

const affectedBy = new Map(Object.entries(affected))

/**
 * Returns the query keys that a write makes stale, each a prefix of others; an empty one matches
 * all.
 */
export function staleKeysAfter({ method, path }: Operation): readonly (readonly string[])[] {
  const keys = affectedBy.get(`${method} ${path}`) ?? []
  return keys === 'everything' ? [[]] : keys.map((key) => [key])
}

/** Returns the query keys that a change by someone else makes stale. */
export function staleKeysAfterChange(kind: ChangeKind): readonly (readonly string[])[] {
  return affectedByChange[kind].map((key) => [key])
}
