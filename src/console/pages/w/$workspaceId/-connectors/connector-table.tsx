import { Group, Highlight, Table } from '@mantine/core'
import { authTypes } from '../../../../../contract/auth-types'
import { AppLogo } from '../../../../layout/app-logo'
import { LinkAnchor } from '../../../../layout/link-anchor'
import { moment } from '../../../../layout/moment'
import { StateBadges } from '../../../../layout/state-badges'
import type { ListedConnectorsProps } from './connector-cards'

/** Connectors side by side, with all that lists tell of them. */
export function ConnectorTable({ workspaceId, connectors, search }: ListedConnectorsProps) {
  return (
    <div className="panel" style={{ overflowX: 'auto' }}>
      <Table miw={820} aria-label="Connectors" highlightOnHover>
        <Table.Thead>
          <Table.Tr><Table.Th>Name</Table.Th><Table.Th>Key</Table.Th><Table.Th>Authentication</Table.Th><Table.Th>Categories</Table.Th><Table.Th>Published</Table.Th><Table.Th>Changed</Table.Th></Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {connectors.map((connector) => {
            const { id, key, name, logoUri, authTypes: types, categories, publishedVersion, updatedAt } = connector
            return (
              <Table.Tr key={id}>
                <Table.Td>
                  <Group gap="xs" wrap="nowrap">
                    <AppLogo name={name} src={logoUri} />
                    <LinkAnchor to="/w/$workspaceId/connectors/$connector" params={{ workspaceId, connector: key }} fz="sm" fw={500}>
                      <Highlight highlight={search} component="span" color="caution" inherit>{name}</Highlight>
                    </LinkAnchor>
                    <StateBadges {...connector} />
                  </Group>
                </Table.Td>
                <Table.Td className="mono"><Highlight highlight={search} component="span" color="caution" inherit>{key}</Highlight></Table.Td>
                <Table.Td>{types?.map((type) => authTypes[type].label).join(', ')}</Table.Td>
                <Table.Td>{categories?.join(', ')}</Table.Td>
                <Table.Td className="figures">{publishedVersion}</Table.Td>
                <Table.Td className="figures">{updatedAt === undefined ? '' : moment(updatedAt)}</Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
    </div>
  )
}
