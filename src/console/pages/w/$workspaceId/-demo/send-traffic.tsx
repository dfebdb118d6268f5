import { Button, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '@/console/layout/error-alert'
import { formatCount } from '@/console/ui/format/format-count'
import { plural } from '@/console/ui/format/plural'
import { makeTraffic, type Traffic } from './traffic'

const burst = { seconds: 6, perSecond: 20 }

interface SendTrafficProps {
  workspaceId: string
  /** Whether it is the next step to take. */
  isNext: boolean
}

/** Sends real requests from this browser, and counts how many the server refuses. */
export function SendTraffic({ workspaceId, isNext }: SendTrafficProps) {
  const [traffic, setTraffic] = useState<Traffic>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => makeTraffic(workspaceId, burst, setTraffic),
    onMutate: () => setTraffic({ accepted: 0, refused: 0 }),
  })

  return (
    <>
      <Text fz="sm" mb="xs">
        Sends {burst.perSecond} requests a second for {burst.seconds} seconds, from this browser.
      </Text>
      <Group gap="md">
        <Button
          variant={isNext ? 'filled' : 'default'}
          onClick={() => mutate()}
          loading={isPending}
        >
          Send traffic
        </Button>
        {traffic !== undefined && (
          <Text fz="sm" className="figures" aria-live="polite">
            <b>{formatCount(traffic.accepted)}</b> accepted ·{' '}
            <Text span inherit c={traffic.refused > 0 ? 'var(--sb-danger-text)' : 'dimmed'}>
              <b>{formatCount(traffic.refused)}</b> {plural(traffic.refused, 'request')} refused
            </Text>
          </Text>
        )}
      </Group>
      <ErrorAlert error={error} />
      {traffic?.lastRefusal !== undefined && (
        <Text fz="sm" c="dimmed" mt="xs">
          429: {traffic.lastRefusal}
        </Text>
      )}
    </>
  )
}
