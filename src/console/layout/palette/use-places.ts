import type { SpotlightActionGroupData } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useWorkspaces } from '@/console/api/workspaces'
import { useAvailablePages } from '../use-pages'

/** Returns the pages of a workspace, and all workspaces. */
export function usePlaces(workspaceId: string): SpotlightActionGroupData[] {
  const navigate = useNavigate()
  const pages = useAvailablePages()
  const { data: workspaces = [] } = useWorkspaces()
  return [
    {
      group: 'Pages',
      actions: pages.map(({ to, label }) => ({
        id: to,
        label,
        onClick: () => void navigate({ to, params: { workspaceId } }),
      })),
    },
    {
      group: 'Workspaces',
      actions: workspaces.map(({ id, name, key, type }) => ({
        id,
        label: name,
        description: `${key}${type === undefined ? '' : `, ${type}`}`,
        onClick: () => void navigate({ to: '/w/$workspaceId', params: { workspaceId: id } }),
      })),
    },
  ]
}
