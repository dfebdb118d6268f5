import { useQueryClient } from '@tanstack/react-query'
import { fetchAllApps } from '@/console/api/apps'
import { useUpdateWorkspace, workspaceQuery } from '@/console/api/workspaces'
import { demoLimit } from '@/contract/demo'
import { limitFacts } from '@/contract/limits'
import type { Stage } from './stories'

/** Returns what the steps of a story may do in a workspace, besides pressing what it shows. */
export function useStage(workspaceId: string): Stage {
  const client = useQueryClient()
  const update = useUpdateWorkspace(workspaceId)
  return {
    async setLimit(value) {
      const { name } = demoLimit
      const { unit } = limitFacts(name)
      const { etag } = await client.fetchQuery({ ...workspaceQuery(workspaceId), staleTime: 0 })
      await update.mutateAsync({ body: { limits: { [name]: { unit, value } } }, ifMatch: etag })
    },
    async listApps() {
      const filter = { scope: 'workspace', state: 'active' } as const
      const apps = await fetchAllApps(workspaceId, true, filter)
      return apps.filter(({ isReadOnly }) => !isReadOnly)
    },
  }
}
