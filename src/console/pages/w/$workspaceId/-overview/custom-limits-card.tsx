import { Text } from '@mantine/core'
import { isCustom, limitRows } from '@/console/grids/limit-rows'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { limitNames } from '@/contract/limits'
import type { Workspace } from '@/contract/workspaces'
import { OverviewCard, OverviewNote, OverviewRow } from './overview-card'

/** The limits that differ from their defaults. */
export function CustomLimitsCard({ workspace }: { workspace: Workspace }) {
  const custom = limitRows(workspace, {}).filter(isCustom)
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
      {custom.length === 0 && <OverviewNote>Every limit is at its default.</OverviewNote>}
      {custom.map(({ name, label, unit, values, defaultValue }) => (
        <OverviewRow
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
          {values.operator !== undefined && (
            <Text span fz="xs" c="var(--sb-caution-text)">
              overridden ·{' '}
            </Text>
          )}
          <b>{formatAmount(values.workspace, unit)}</b>{' '}
          <Text span c="dimmed" fz="xs" display="inline-block">
            {defaultValue !== undefined && `default ${formatAmount(defaultValue, unit)}`}
          </Text>
        </OverviewRow>
      ))}
    </OverviewCard>
  )
}
