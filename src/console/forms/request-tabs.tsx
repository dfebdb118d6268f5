import { Group, Stack, Tabs, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSession } from '@/console/session/use-session'
import { CodeBlock } from '@/console/ui/code/code-block'
import { CopyButton } from '@/console/ui/copy-button'
import { changeReasonHeader } from '@/contract/change-reason'
import { curlOf } from './request-text'

export interface ShownRequest {
  method: 'PATCH' | 'POST' | 'PUT'
  /** The path below the base URL. */
  path: string
  body: unknown
  ifMatch?: string | undefined
  /** Why the change is made. */
  reason?: string | undefined
}

interface RequestTabsProps {
  /** In the order in which they are sent, each after the one before has succeeded. */
  requests: readonly ShownRequest[]
  /** A readable list of the changes, if there is a record to compare with. */
  changes?: ReactNode
}

/** Shows the requests that will be sent, and equivalent curl commands. */
export function RequestTabs({ requests, changes }: RequestTabsProps) {
  const baseUrl = useSession()?.baseUrl ?? ''
  return (
    <Tabs defaultValue={changes === undefined ? 'json' : 'changes'} keepMounted={false}>
      <Tabs.List>
        {changes !== undefined && <Tabs.Tab value="changes">Changes</Tabs.Tab>}
        <Tabs.Tab value="json">Request</Tabs.Tab>
        <Tabs.Tab value="curl">cURL</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="changes" pt="xs">
        {changes}
      </Tabs.Panel>
      <Tabs.Panel value="json" pt="xs">
        <Stack gap="sm">
          {requests.map(({ method, path, body }) => (
            <CopiedCode
              key={path}
              heading={
                <span className="mono">
                  {method} {path}
                </span>
              }
              code={JSON.stringify(body, null, 2)}
              name="request"
            />
          ))}
        </Stack>
      </Tabs.Panel>
      <Tabs.Panel value="curl" pt="xs">
        <Stack gap="sm">
          {requests.map(({ method, path, body, ifMatch, reason }) => {
            const headers = {
              ...(ifMatch === undefined ? {} : { 'If-Match': ifMatch }),
              ...(reason === undefined ? {} : { [changeReasonHeader]: encodeURIComponent(reason) }),
            }
            return (
              <CopiedCode
                key={path}
                heading="Put your token into $TOKEN first."
                code={curlOf({ method, address: `${baseUrl}${path}`, body, headers })}
                name="cURL"
              />
            )
          })}
        </Stack>
      </Tabs.Panel>
    </Tabs>
  )
}

interface CopiedCodeProps {
  heading: ReactNode
  code: string
  name: 'request' | 'cURL'
}

/** A text to copy, with a heading. */
function CopiedCode({ heading, code, name }: CopiedCodeProps) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text fz="xs" c="dimmed">
          {heading}
        </Text>
        <CopyButton value={code} label={`Copy ${name}`} />
      </Group>
      <CodeBlock label={name}>{code}</CodeBlock>
    </div>
  )
}
