import { useMutation } from '@tanstack/react-query'
import { jwksOperations } from '@/contract/jwks'
import { responseOf } from './client'

/** Has the server check the keys that a JWKS URI publishes. */
export function useCheckJwks(workspaceId: string) {
  return useMutation({
    mutationFn: (uri: string) =>
      responseOf(jwksOperations.checkJwks, { params: { id: workspaceId }, body: { uri } }),
  })
}
