import type { RecordedChange } from '@/contract/history'
import type { ParsedRequestOf } from '@/contract/operation'
import type { Operations } from '@/contract/operations'
import { UnusableKey } from '@/contract/public-keys'
import type { Workspace } from '@/contract/workspaces'
import { endTokensOfWithdrawnKeys } from '@/server/authentication/personal-tokens'
import { readPublicKey } from '@/server/authentication/public-key'
import { holdsEarlierSecret } from '@/server/core/access/authorize'
import { findWorkspace, workspaceEntry, workspaces } from '@/server/core/access/find-workspace'
import type { RequestContext } from '@/server/core/context'
import { etagOf, type Tagged } from '@/server/core/etag'
import { accessDenied, invalidRequest } from '@/server/core/service-error'
import { writing } from '@/server/core/writes/writing'
import { assertNotLockedOut, findPublishedKeys, type PublishedKeys } from './lock-out'
import { workspaceRecord } from './record'
import { saveRevision } from './save-revision'
import { applyUpdate, changesBetween, updatedColumns } from './update-columns'

type UpdateRequest = ParsedRequestOf<Operations['updateOrgWorkspace']>
type Update = UpdateRequest['body']

/** @throws invalid_request that names every key that is private, weak or not a key */
async function checkPublicKeys(update: Update): Promise<void> {
  const issues = []
  for (const [index, { publicKey }] of (update.publicKeys ?? []).entries()) {
    try {
      await readPublicKey(publicKey)
    } catch (error) {
      if (!(error instanceof UnusableKey)) throw error
      issues.push({
        path: ['body', 'publicKeys', index, 'publicKey'],
        message: error.message,
        code: 'unusable_key',
      })
    }
  }
  if (issues.length > 0) throw invalidRequest(issues)
}

/**
 * Fetches the keys at the JWKS URI where the update makes it the only way to sign in. Call it
 * before the transaction, because the address may take its time.
 * @throws not_found, unavailable
 */
async function fetchPublishedKeys(
  context: RequestContext,
  { params, body }: UpdateRequest,
): Promise<PublishedKeys | undefined> {
  const touchesSignIn =
    body.settings?.disableSecretKeyAuth !== undefined ||
    body.publicKeys !== undefined ||
    body.jwksUri !== undefined
  if (!touchesSignIn) return undefined
  const row = await findWorkspace(context, context.database, params.id)
  return findPublishedKeys(context, row.id, applyUpdate(row, {}), applyUpdate(row, body))
}

/** @throws access_denied if a key would outlive the secret that the caller has */
function assertMayChangeKeys(context: RequestContext, changes: readonly RecordedChange[]): void {
  const changesKeys = changes.some(({ path }) => path === 'publicKeys' || path === 'jwksUri')
  if (changesKeys && holdsEarlierSecret(context))
    throw accessDenied(
      'This token is signed with an earlier secret, so it cannot change publicKeys or jwksUri: ' +
        'sign with the current one',
    )
}

/**
 * Changes the members that the body names. An empty body changes nothing.
 * @throws not_found, precondition_failed, access_denied, conflict, invalid_request, unavailable
 */
export async function updateOrgWorkspace(
  context: RequestContext,
  request: UpdateRequest,
): Promise<Tagged<Workspace>> {
  const { params, body } = request
  await checkPublicKeys(body)
  const published = await fetchPublishedKeys(context, request)
  const { id } = params
  const isRead = Object.keys(body).length === 0
  const allowed = { readOnly: isRead || body.isReadOnly === false, archived: isRead }
  const write = { operation: 'updateOrgWorkspace', records: workspaces, id, allowed } as const

  const row = await writing(context, write, async (transaction, before) => {
    if (isRead) return { result: before }
    const unchanged = applyUpdate(before, {})
    const after = applyUpdate(before, body)
    assertNotLockedOut(unchanged, after, published)
    const changes = changesBetween(unchanged, after)
    if (changes.length === 0) return { result: before }
    assertMayChangeKeys(context, changes)

    await endTokensOfWithdrawnKeys(transaction, before.id, before, after)
    const columns = updatedColumns(before, after)
    const result = await saveRevision(transaction, before, columns, context.clock())
    const changed = changes.map(({ path }) => path)
    const data = { workspaceId: before.id, name: after.name, changed, by: context.caller.name }
    return {
      result,
      entries: [{ ...workspaceEntry(result), changes }],
      events: [{ workspaceId: before.id, eventType: 'workspace.updated', data }],
      recipient: result,
    }
  })
  return { response: await workspaceRecord(context, row), etag: etagOf(row) }
}
