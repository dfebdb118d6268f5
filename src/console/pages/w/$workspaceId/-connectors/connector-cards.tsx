import { SimpleGrid, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ListedConnector } from '@/console/api/connectors'
import { StateBadges } from '@/console/layout/state-badges'
import { HighlightedText } from '@/console/table/highlighted-text'
import type { LoadedList } from '@/console/table/use-list-page'
import { useRestoredScroll } from '@/console/table/use-restored-scroll'
import { AppLogo } from '@/console/ui/app-logo'
import { authTypes } from '@/contract/auth-types'
import classes from './connector-cards.module.css'

interface ConnectorCardsProps {
  workspaceId: string
  list: LoadedList<ListedConnector>
  /** The search text to highlight. */
  search: string
}

/** Shows connectors as cards. */
export function ConnectorCards({ workspaceId, list, search }: ConnectorCardsProps) {
  const { rows, hasMore, onMore } = list
  useRestoredScroll({ size: rows.length, hasMore, onMore })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="xs">
      {rows.map((connector) => {
        const { id, key, name, logoUri, authTypes: types = [], categories = [] } = connector
        const details = [...types.map((type) => authTypes[type].label), ...categories].join(' · ')
        return (
          <Link
            key={id}
            to="/w/$workspaceId/connectors/$connector"
            params={{ workspaceId, connector: key }}
            className={`panel ${classes['card']}`}
          >
            <AppLogo name={name} src={logoUri} size={32} />
            <span className={classes['words']}>
              <Text span fz="sm" fw={600} truncate dir="auto" ta="left">
                <HighlightedText text={name} search={search} />
              </Text>
              <Text span fz="xs" c="dimmed" className="mono" truncate>
                <HighlightedText text={key} search={search} />
              </Text>
              {details !== '' && (
                <Text span fz="xs" c="dimmed" truncate>
                  {details}
                </Text>
              )}
            </span>
            <StateBadges record={connector} />
          </Link>
        )
      })}
    </SimpleGrid>
  )
}
