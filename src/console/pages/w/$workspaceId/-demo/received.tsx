import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { receivedQuery } from '@/console/api/demo'
import { formatTime } from '@/console/ui/format/format-date'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { demoReceiverHost } from '@/contract/demo'

const bodySchema = z.object({
  eventType: z.string(),
  data: z.object({ description: z.string().optional() }),
})

const maxShown = 8

/** The webhooks that the demo’s built-in receiver has received. */
export function Received({ workspaceId }: { workspaceId: string }) {
  const query = useQuery(receivedQuery(workspaceId))
  const received = query.data?.response.items
  return (
    <>
      <Text fz="sm" mb="xs">
        The built-in receiver at <span className="mono">{demoReceiverHost}</span> receives the
        webhooks of this workspace and checks their signatures.{' '}
        <LinkAnchor
          to="/w/$workspaceId/deliveries"
          params={{ workspaceId }}
          fz="sm"
          underline="always"
        >
          Deliveries
        </LinkAnchor>
      </Text>
      {query.isLoadingError && (
        <Text fz="sm" c="var(--sb-danger-text)" role="status">
          The received webhooks can’t be loaded.
        </Text>
      )}
      {received?.length === 0 && (
        <Text fz="sm" c="dimmed">
          No webhooks received yet.
        </Text>
      )}
      <Stack gap={6} role="log" aria-label="Received webhooks">
        {received?.slice(0, maxShown).map(({ id, receivedAt, webhookId, body }) => {
          const read = bodySchema.safeParse(JSON.parse(body))
          return (
            <Group key={id} gap="xs" wrap="nowrap">
              <Text fz="xs" c="dimmed" className="figures" style={{ whiteSpace: 'nowrap' }}>
                {formatTime(receivedAt)}
              </Text>
              <LinkAnchor
                to="/w/$workspaceId/deliveries"
                params={{ workspaceId }}
                search={{ id: webhookId }}
                fz="sm"
                className="mono"
              >
                {read.data?.eventType ?? 'message'}
              </LinkAnchor>
              <Text fz="sm" c="dimmed" truncate>
                {read.data?.data.description}
              </Text>
            </Group>
          )
        })}
      </Stack>
    </>
  )
}
