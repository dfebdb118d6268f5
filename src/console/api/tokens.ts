import { useMutation, useQueryClient } from '@tanstack/react-query'
import { tokenOperations } from '../../contract/tokens'
import { call } from './client'
import { keyOf, pagesQuery } from './queries'

const pageSize = 50
const refetchMilliseconds = 15_000

/** The valid tokens that the server issued for a workspace, newest first. */
export function accessTokensQuery(workspaceId: string) {
  return {
    ...pagesQuery(tokenOperations.listAccessTokens, workspaceId, (cursor) => ({
      params: { id: workspaceId },
      query: { limit: pageSize, cursor },
    })),
    refetchInterval: refetchMilliseconds,
  }
}

/** Revokes the token of an id, or all tokens without one. */
export function useRevokeTokens(workspaceId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (tokenId: string | undefined) => {
      const { response } = await (tokenId === undefined
        ? call(tokenOperations.revokeAccessTokens, { params: { id: workspaceId } })
        : call(tokenOperations.revokeAccessToken, { params: { id: workspaceId, tokenId } }))
      return response
    },
    onSuccess: () =>
      client.invalidateQueries({
        queryKey: keyOf(tokenOperations.listAccessTokens, workspaceId),
      }),
  })
}
