import { Text } from '@mantine/core'
import { limitNames } from '../../../../../contract/limits'
import type { Workspace } from '../../../../../contract/workspaces'
import { LinkAnchor } from '../../../../ui/link-anchor'
import { userLocale } from '../../../../ui/locale'
import { formatWithUnit } from '../../../../ui/quantity/format-quantity'
import { limitRows } from '../../../../forms/limit-rows'
import { Dimmed, Fact, OverviewCard } from './overview-card'

/** The limits that differ from their defaults. */
export function CustomLimitsCard({ workspace }: { workspace: Workspace }) {
  const own = limitRows(workspace, {}).filter(
    ({ shown, defaultValue }) => shown !== undefined && shown !== defaultValue,
  )
  return (
    <OverviewCard
      title="Custom limits"
      action={
        <LinkAnchor
          to="/w/$workspaceId/limits"
          params={{ workspaceId: workspace.id }}
          search={{ show: ['own'] }}
          fz="sm"
        >
          All {limitNames.length}
        </LinkAnchor>
      }
    >
      {own.length === 0 && <Dimmed>Every limit is at its default.</Dimmed>}
      {own.map(({ name, label, unit, shown, defaultValue, override }) => (
        <Fact
          key={name}
          label={
            <LinkAnchor
              to="/w/$workspaceId/limits"
              params={{ workspaceId: workspace.id }}
              search={{ focus: name }}
              fz="sm"
              c="inherit"
            >
              {label}
            </LinkAnchor>
          }
        >
          {override !== undefined ? (
            <Text span fz="xs" c="var(--sb-overridden)">
              overridden ·{' '}
            </Text>
          ) : null}
          <b>{formatWithUnit(shown ?? 0, unit, userLocale)}</b>{' '}
          <Text span c="dimmed" fz="xs">
            {defaultValue === undefined
              ? ''
              : `default ${formatWithUnit(defaultValue, unit, userLocale)}`}
          </Text>
        </Fact>
      ))}
    </OverviewCard>
  )
}
