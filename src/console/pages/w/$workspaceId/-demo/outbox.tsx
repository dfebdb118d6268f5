import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { emailsQuery } from '@/console/api/demo'
import { formatTime } from '@/console/ui/format/format-date'
import { LinkAnchor } from '@/console/ui/link-anchor'
import classes from './outbox.module.css'

const maxShown = 8

/** The alert e-mails of the demo; each can be opened. */
export function Outbox({ workspaceId }: { workspaceId: string }) {
  const query = useQuery(emailsQuery(workspaceId))
  const emails = query.data?.response.items
  return (
    <>
      <Text fz="sm" mb="xs">
        The demo needs no mail server: it keeps alert e-mails here.{' '}
        <LinkAnchor to="/w/$workspaceId/alerts" params={{ workspaceId }} fz="sm" underline="always">
          Alert delivery
        </LinkAnchor>
      </Text>
      {query.isLoadingError && (
        <Text fz="sm" c="var(--sb-danger-text)" role="status">
          The e-mails can’t be loaded.
        </Text>
      )}
      {emails?.length === 0 && (
        <Text fz="sm" c="dimmed">
          No e-mails yet.
        </Text>
      )}
      <Stack gap={6} role="log" aria-label="Outbox">
        {emails?.slice(0, maxShown).map(({ id, sentAt, recipients, subject, text }) => (
          <details key={id}>
            <summary className={classes['summary']}>
              <Text span fz="xs" c="dimmed" className="figures">
                {formatTime(sentAt)}
              </Text>{' '}
              <Text span fz="sm">
                {subject}
              </Text>
            </summary>
            <Text component="div" fz="sm" className={classes['text'] ?? ''}>
              <Text fz="xs" c="dimmed" mb={6}>
                To: {recipients.length === 0 ? 'the server’s recipients' : recipients.join(', ')}
              </Text>
              {text}
            </Text>
          </details>
        ))}
      </Stack>
    </>
  )
}
