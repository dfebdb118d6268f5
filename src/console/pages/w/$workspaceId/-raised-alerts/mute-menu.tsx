import { Button, Menu, Text } from '@mantine/core'
import { useMuteAlerts } from '@/console/api/alerts'
import { serverTime } from '@/console/browser/server-time'
import { showError } from '@/console/layout/show-error'
import { formatDateTime, formatDayAndHour } from '@/console/ui/format/format-date'
import { alertTypeFacts, type AlertType } from '@/contract/alerts'

const hours = { '1 hour': 1, '8 hours': 8, '1 day': 24, '1 week': 168 } as const

interface MuteProps {
  workspaceId: string
  type: AlertType
  /** Undefined if it is not muted. */
  mutedUntil: string | undefined
  /** Why that can't be changed; undefined if it can. */
  readOnlyReason: string | undefined
}

/** Says until when an alert type is muted, and changes it. */
export function Mute(mute: MuteProps) {
  return (
    <>
      {mute.mutedUntil !== undefined && (
        <Text fz="xs" c="dimmed" title={formatDateTime(mute.mutedUntil)}>
          until {formatDayAndHour(mute.mutedUntil)}
        </Text>
      )}
      <MuteMenu {...mute} />
    </>
  )
}

/** Mutes an alert type for a while; in-app alerts stay on. */
function MuteMenu({ workspaceId, type, mutedUntil, readOnlyReason }: MuteProps) {
  const mute = useMuteAlerts(workspaceId)
  const { label } = alertTypeFacts(type)
  const set = (until: string | null) =>
    void mute.mutateAsync({ type, mutedUntil: until }).catch(showError)
  const button = {
    size: 'compact-sm',
    variant: 'default',
    disabled: readOnlyReason !== undefined,
    title: readOnlyReason,
    loading: mute.isPending,
  }
  if (mutedUntil !== undefined)
    return (
      <Button {...button} onClick={() => set(null)} aria-label={`Unmute ${label}`}>
        Unmute
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...button} aria-label={`Mute ${label}`}>
          Mute
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Mute this alert type for</Menu.Label>
        {Object.entries(hours).map(([name, count]) => (
          <Menu.Item
            key={name}
            onClick={() => set(new Date(serverTime() + count * 3_600_000).toISOString())}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
