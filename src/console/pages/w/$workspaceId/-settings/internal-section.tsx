import { ActionIcon, Badge, Group, Text, Title, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { CopyButton } from '@/console/ui/copy-button'
import { DefinitionRow } from '@/console/ui/definition-list'
import { Details } from '@/console/ui/details'
import { formatDateTime } from '@/console/ui/format/format-date'
import { IconEye, IconEyeOff } from '@/console/ui/icons.gen'
import { None } from '@/console/ui/none'
import type { Workspace } from '@/contract/workspaces'
import { useEditing } from './editing'

/** Internal fields. The masked secret is added to the page only when it is revealed. */
export function InternalSection() {
  return (
    <section id="internal" style={{ marginBottom: 'var(--mantine-spacing-lg)' }}>
      <Details
        summary={
          <>
            <Title order={2} display="inline" mr={6}>
              Internal
            </Title>
            <Text span fz="sm" c="dimmed">
              Identifiers, secret, flags, operator limits
            </Text>
          </>
        }
      >
        <InternalFields />
      </Details>
    </section>
  )
}

function InternalFields() {
  const { workspace } = useEditing()
  const { id, key, featureFlags = [], operatorLimitsSyncError: syncError } = workspace
  return (
    <div className="panel rows" style={{ marginTop: 'var(--mantine-spacing-xs)' }}>
      <InternalField name="id">
        <span className="mono">{id}</span> <CopyButton value={id} label="Copy ID" iconOnly />
      </InternalField>
      <InternalField name="key">
        <span className="mono">{key}</span> <CopyButton value={key} label="Copy key" iconOnly />
      </InternalField>
      <InternalField name="orgId">
        <span className="mono">{workspace.orgId}</span>
      </InternalField>
      <InternalField name="secret">
        <Secret secret={workspace.secret} />
      </InternalField>
      <InternalField name="apiBaseUri">{workspace.apiBaseUri ?? <None />}</InternalField>
      <InternalField name="featureFlags">
        {featureFlags.length === 0 ? (
          <None />
        ) : (
          featureFlags.map((flag) => (
            <Badge key={flag} mr={4}>
              {flag}
            </Badge>
          ))
        )}
      </InternalField>
      <InternalField name="serviceInstanceId">
        {workspace.serviceInstanceId ?? <None />}
      </InternalField>
      <InternalField name="operatorLimits">
        {Object.keys(workspace.operatorLimits ?? {}).length} set
      </InternalField>
      <InternalField name="operatorLimitsSyncedAt">
        <Time time={workspace.operatorLimitsSyncedAt} />
      </InternalField>
      <InternalField name="operatorLimitsSyncError">
        {syncError === undefined ? (
          <None />
        ) : (
          <Text span c="var(--sb-danger-text)" fz="inherit">
            {syncError}
          </Text>
        )}
      </InternalField>
      <InternalField name="createdAt">
        <Time time={workspace.createdAt} />
      </InternalField>
      <InternalField name="updatedAt">
        <Time time={workspace.updatedAt} />
      </InternalField>
    </div>
  )
}

function InternalField({ name, children }: { name: keyof Workspace; children: ReactNode }) {
  return <DefinitionRow label={<span className="mono">{name}</span>}>{children}</DefinitionRow>
}

function Time({ time }: { time: string | undefined }) {
  return time === undefined ? <None /> : formatDateTime(time)
}

function Secret({ secret }: { secret: string | undefined }) {
  const [shown, { toggle }] = useDisclosure(false)
  if (secret === undefined)
    return (
      <Text span c="dimmed" fz="inherit">
        Not shown to this token. Operators can see it, and whoever signs in with the current secret
        or with a private key of this workspace.
      </Text>
    )
  return (
    <Group gap={4} wrap="nowrap">
      <span className="mono">{shown ? secret : '•'.repeat(24)}</span>
      <Tooltip label={shown ? 'Hide the secret' : 'Show the secret'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          onClick={toggle}
          aria-label={shown ? 'Hide the secret' : 'Show the secret'}
          aria-pressed={shown}
        >
          {shown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
        </ActionIcon>
      </Tooltip>
      <CopyButton value={secret} label="Copy secret" iconOnly />
    </Group>
  )
}
