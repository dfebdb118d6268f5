import { Menu } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useWorkspaces, workspaceQuery } from '@/console/api/workspaces'
import { showError } from '@/console/layout/show-error'
import type { Workspace } from '@/contract/workspaces'

/** A menu of the other workspaces to copy values from; empty if the token has access to none. */
export function CopyFromMenu({
  workspaceId,
  onWorkspace,
}: {
  workspaceId: string
  onWorkspace: (workspace: Workspace) => void
}) {
  const client = useQueryClient()
  const { data: workspaces = [] } = useWorkspaces()
  const others = workspaces.filter(
    ({ id, archivedAt }) => id !== workspaceId && archivedAt === undefined,
  )
  if (others.length === 0) return null

  // What was read before may have changed since: nobody watches another workspace.
  const copyFrom = (id: string) =>
    client
      .fetchQuery({ ...workspaceQuery(id), staleTime: 0 })
      .then(({ response }) => onWorkspace(response), showError)
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Copy from</Menu.Label>
      {others.map(({ id, name }) => (
        <Menu.Item key={id} onClick={() => void copyFrom(id)}>
          {name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </>
  )
}
