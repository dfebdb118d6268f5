import { useMutation } from '@tanstack/react-query'
import { tokenOperations } from '@/contract/tokens'
import { responseOf, type CallRequest } from './client'
import { useIdempotencyKey } from './idempotency-key'
import { polledList, responseQuery } from './queries'

const pageSize = 50
const pollMilliseconds = 15_000

/**
 * Returns the list of the valid tokens that the server issued for a workspace, newest first, as
 * `useListPage` takes it.
 * @param search what their name, tenant or creator contains
 */
export function accessTokensList(workspaceId: string, search?: string) {
  return polledList(
    tokenOperations.listAccessTokens,
    workspaceId,
    (cursor) => ({ params: { id: workspaceId }, query: { limit: pageSize, cursor, search } }),
    pollMilliseconds,
  )
}

/** Returns the query of when the registered keys of a workspace were last used. */
export function publicKeyUsesQuery(workspaceId: string) {
  return responseQuery(tokenOperations.listPublicKeyUses, workspaceId, {
    params: { id: workspaceId },
  })
}

interface Revocation {
  /** Undefined for all tokens. */
  tokenId: string | undefined
  reason: string | undefined
}

/** Revokes one token, or all tokens if no id is given. */
export function useRevokeTokens(workspaceId: string) {
  return useMutation({
    mutationFn: async ({ tokenId, reason }: Revocation) =>
      tokenId === undefined
        ? responseOf(
            tokenOperations.revokeAccessTokens,
            { params: { id: workspaceId } },
            { reason },
          )
        : responseOf(
            tokenOperations.revokeAccessToken,
            { params: { id: workspaceId, tokenId } },
            { reason },
          ),
  })
}

type TokenRequest = CallRequest<typeof tokenOperations.createOrgWorkspaceAccessToken>['body']

/** Creates a token. It is in the response only, and can't be read later. */
export function useCreateToken(workspaceId: string) {
  const withKey = useIdempotencyKey()
  return useMutation({
    mutationFn: (body: TokenRequest) =>
      withKey(body, (idempotencyKey) =>
        responseOf(
          tokenOperations.createOrgWorkspaceAccessToken,
          { params: { id: workspaceId }, body },
          { idempotencyKey },
        ),
      ),
  })
}
