import { Badge, Group, Text } from '@mantine/core'
import { CodeBlock } from '@/console/ui/code/code-block'
import { indentJson } from '@/console/ui/code/indent-json'
import { CopyButton } from '@/console/ui/copy-button'
import type { TrialResponse } from './trial-request'

/** Shows the response to a trial request: status, time, request id and body. */
export function TrialResult({ response }: { response: TrialResponse }) {
  const { status, isError, milliseconds, requestId, body } = response
  const text = indentJson(body)
  return (
    <section aria-label="Response">
      <Group gap="xs" mb="xs" role="status">
        <Badge color={isError ? 'danger' : 'signal'}>{status}</Badge>
        <Text fz="xs" c="dimmed">
          {milliseconds} ms{requestId !== null && `, request ${requestId}`}
        </Text>
        <CopyButton value={text} label="Copy response" iconOnly />
      </Group>
      <CodeBlock label="Response body">{text}</CodeBlock>
    </section>
  )
}
