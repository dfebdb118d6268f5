import { Text } from '@mantine/core'
import { memo, type ReactNode } from 'react'
import type { ListedApp } from '@/console/api/apps'
import { StateBadges } from '@/console/layout/state-badges'
import type { Column } from '@/console/table/columns'
import { HighlightedText } from '@/console/table/highlighted-text'
import { timeColumn } from '@/console/table/time-column'
import { AppLogo } from '@/console/ui/app-logo'
import { LinkAnchor } from '@/console/ui/link-anchor'
import classes from './app-columns.module.css'

/** Opens the details of an app. Memoized, since building a URL is expensive while rows scroll. */
const AppLink = memo(function AppLink({
  id,
  name,
  search,
}: {
  id: string
  name: string
  search: string
}) {
  return (
    <LinkAnchor
      from="/w/$workspaceId/apps"
      search={(before) => ({ ...before, app: id })}
      c="inherit"
      fz="sm"
      fw={500}
      truncate
      dir="auto"
    >
      <HighlightedText text={name} search={search} />
    </LinkAnchor>
  )
})

/** Returns the columns of the app list, with matches highlighted; fewer without the extensions. */
export function appColumns(search: string, hasExtensions: boolean): readonly Column<ListedApp>[] {
  const identifier = (value: ReactNode) => (
    <span className={`mono ${classes['identifier']}`}>{value}</span>
  )
  return [
    {
      name: 'name',
      label: 'Name',
      value: ({ name }) => name,
      cell: (app) => (
        <span className={classes['name']}>
          <AppLogo name={app.name} src={app.logoUri} />
          <AppLink id={app.id} name={app.name || app.key} search={search} />
          <StateBadges record={app} />
        </span>
      ),
      width: [12, 2],
    },
    {
      name: 'key',
      label: 'Key',
      value: ({ key }) => key,
      cell: ({ key }) => identifier(<HighlightedText text={key} search={search} />),
      width: [9, 1.3],
    },
    ...(hasExtensions
      ? ([
          {
            name: 'categories',
            label: 'Categories',
            value: ({ categories = [] }) => categories.join(', ') || undefined,
            cell: ({ categories = [] }) => (
              <Text span fz="xs" c="dimmed">
                {categories.join(', ')}
              </Text>
            ),
            width: [8, 1.3],
          },
          {
            name: 'appUri',
            label: 'Address',
            value: ({ appUri }) => appUri,
            width: [12, 1.3],
            isExtra: true,
          },
          { ...timeColumn('createdAt', 'Created', [9, 0.8]), isExtra: true },
          { ...timeColumn('updatedAt', 'Changed', [9, 0.8]), isExtra: true },
          { ...timeColumn('archivedAt', 'Archived', [9, 0.8]), isExtra: true },
        ] satisfies Column<ListedApp>[])
      : []),
    {
      name: 'id',
      label: 'ID',
      value: ({ id }) => id,
      cell: ({ id }) => identifier(id),
      width: [19, 1],
      isExtra: true,
    },
    {
      name: 'uuid',
      label: 'UUID',
      value: ({ uuid }) => uuid,
      cell: ({ uuid }) => identifier(uuid),
      width: [19, 1],
      isExtra: true,
    },
  ]
}
