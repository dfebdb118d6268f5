import { useQuery } from '@tanstack/react-query'
import { publicKeyUsesQuery } from '@/console/api/tokens'
import { useHasExtensions } from '@/console/api/workspaces'
import { useIsAdmin } from '@/console/session/use-session'
import type { Workspace } from '@/contract/workspaces'

/**
 * Returns when each saved key, by its text, last verified a token: null if it never did, nothing
 * until that is read.
 */
export function useKeyUses({ id, publicKeys = [] }: Workspace): ReadonlyMap<string, string | null> {
  const isAdmin = useIsAdmin()
  const enabled = useHasExtensions() && isAdmin
  const { data } = useQuery({ ...publicKeyUsesQuery(id), enabled })
  const items = data?.response.items ?? []
  const uses = new Map(items.map(({ name, lastUsedAt }) => [name, lastUsedAt ?? null]))
  return new Map(
    publicKeys.flatMap(({ name, publicKey }) => {
      const use = uses.get(name)
      return use === undefined ? [] : [[publicKey, use] as const]
    }),
  )
}
