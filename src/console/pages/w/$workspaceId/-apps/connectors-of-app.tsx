import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ListedApp } from '@/console/api/apps'
import { connectorsOfAppQuery } from '@/console/api/connectors'
import { Uses } from '@/console/layout/uses'
import { LinkAnchor } from '@/console/ui/link-anchor'

/** The connectors of the workspace that call an app. */
export function ConnectorsOfApp({ workspaceId, app }: { workspaceId: string; app: ListedApp }) {
  const query = useQuery(connectorsOfAppQuery(workspaceId, app.id))
  return (
    <Uses title="Connectors for it" query={query}>
      {({ id, key, name }) => (
        <li key={id}>
          <LinkAnchor
            to="/w/$workspaceId/connectors/$connector"
            params={{ workspaceId, connector: key }}
            fz="sm"
          >
            {name}
          </LinkAnchor>{' '}
          <Text span fz="xs" c="dimmed" className="mono">
            {key}
          </Text>
        </li>
      )}
    </Uses>
  )
}
