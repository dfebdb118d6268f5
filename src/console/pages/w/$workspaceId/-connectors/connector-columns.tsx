import { Group, Text } from '@mantine/core'
import type { ListedConnector } from '@/console/api/connectors'
import { StateBadges } from '@/console/layout/state-badges'
import type { Column } from '@/console/table/columns'
import { HighlightedText } from '@/console/table/highlighted-text'
import { timeColumn } from '@/console/table/time-column'
import { AppLogo } from '@/console/ui/app-logo'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { authTypes } from '@/contract/auth-types'

/** Returns the columns of the connector list, with matches of the search highlighted. */
export function connectorColumns(
  workspaceId: string,
  search: string,
): readonly Column<ListedConnector>[] {
  return [
    {
      name: 'name',
      label: 'Name',
      value: ({ name }) => name,
      cell: (connector) => (
        <Group gap="xs" wrap="nowrap">
          <AppLogo name={connector.name} src={connector.logoUri} />
          <LinkAnchor
            to="/w/$workspaceId/connectors/$connector"
            params={{ workspaceId, connector: connector.key }}
            fz="sm"
            fw={500}
            truncate
            dir="auto"
          >
            <HighlightedText text={connector.name || connector.key} search={search} />
          </LinkAnchor>
          <StateBadges record={connector} />
        </Group>
      ),
      width: [15, 2],
    },
    {
      name: 'key',
      label: 'Key',
      value: ({ key }) => key,
      cell: ({ key }) => (
        <Text span fz="xs" className="mono">
          <HighlightedText text={key} search={search} />
        </Text>
      ),
      width: [9, 1.4],
    },
    {
      name: 'authTypes',
      label: 'Authentication',
      value: ({ authTypes: types }) => types?.map((type) => authTypes[type].label).join(', '),
      width: [8, 1.2],
    },
    {
      name: 'categories',
      label: 'Categories',
      value: ({ categories }) => categories?.join(', '),
      width: [8, 1.2],
    },
    {
      name: 'publishedVersion',
      label: 'Published',
      value: ({ publishedVersion }) => publishedVersion,
      width: [5.5, 0.6],
    },
    timeColumn('updatedAt', 'Changed', [8.5, 1]),
    {
      name: 'id',
      label: 'ID',
      value: ({ id }) => id,
      cell: ({ id }) => <span className="mono">{id}</span>,
      width: [19, 1],
      isExtra: true,
    },
  ]
}
