import { ActionIcon, Badge, Group, Text, Tooltip, UnstyledButton, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight, IconEye, IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CopyButton } from '../../../../layout/copy-button'
import { moment } from '../../../../layout/moment'
import { useEditing } from './editing'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Text fz="sm" className="mono">{name}</Text>
      <Text component="div" fz="sm" ta="right" style={{ overflowWrap: 'anywhere' }}>{children}</Text>
    </Group>
  )
}

/** What the specification marks internal. The secret is masked until it is asked for, and never stands in the page before that. */
export function InternalSection() {
  const { workspace } = useEditing()
  const [opened, { toggle }] = useDisclosure(false)
  const none = <Text span c="dimmed" fz="inherit">none</Text>
  const when = (time: string | undefined) => (time === undefined ? none : moment(time))
  return (
    <section style={{ marginBottom: 'var(--mantine-spacing-lg)' }}>
      <UnstyledButton onClick={toggle} aria-expanded={opened} id="internal">
        <Group gap={4}>
          {opened ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          <Text span fz="lg" fw={620}>Internal</Text>
          <Text span fz="sm" c="dimmed">identifiers, secret, flags, operator’s limits</Text>
        </Group>
      </UnstyledButton>
      <Collapse expanded={opened} transitionDuration={100}>
        {opened && (
          <div className="panel rows" style={{ marginTop: 'var(--mantine-spacing-xs)' }}>
            <Fact name="id"><span className="mono">{workspace.id}</span> <CopyButton value={workspace.id} label="Copy id" iconOnly /></Fact>
            <Fact name="key"><span className="mono">{workspace.key}</span> <CopyButton value={workspace.key} label="Copy key" iconOnly /></Fact>
            <Fact name="orgId"><span className="mono">{workspace.orgId}</span></Fact>
            <Fact name="secret"><Secret secret={workspace.secret} /></Fact>
            <Fact name="apiBaseUri">{workspace.apiBaseUri ?? none}</Fact>
            <Fact name="featureFlags">{workspace.featureFlags?.length ? workspace.featureFlags.map((flag) => <Badge key={flag} ml={4}>{flag}</Badge>) : none}</Fact>
            <Fact name="serviceInstanceId">{workspace.serviceInstanceId ?? none}</Fact>
            <Fact name="operatorLimits">{Object.keys(workspace.operatorLimits ?? {}).length} set</Fact>
            <Fact name="operatorLimitsSyncedAt">{when(workspace.operatorLimitsSyncedAt)}</Fact>
            <Fact name="operatorLimitsSyncError">{workspace.operatorLimitsSyncError === undefined ? none : <Text span c="var(--sb-danger-text)" fz="inherit">{workspace.operatorLimitsSyncError}</Text>}</Fact>
            <Fact name="createdAt">{when(workspace.createdAt)}</Fact>
            <Fact name="updatedAt">{when(workspace.updatedAt)}</Fact>
          </div>
        )}
      </Collapse>
    </section>
  )
}

function Secret({ secret }: { secret: string | undefined }) {
  const [shown, { toggle }] = useDisclosure(false)
  if (secret === undefined) return <Text span c="dimmed" fz="inherit">not told to this token</Text>
  return (
    <Group gap={4} justify="flex-end" wrap="nowrap">
      <span className="mono">{shown ? secret : '•'.repeat(24)}</span>
      <Tooltip label={shown ? 'Hide the secret' : 'Show the secret'}>
        <ActionIcon variant="subtle" color="gray" size="sm" onClick={toggle} aria-label={shown ? 'Hide the secret' : 'Show the secret'} aria-pressed={shown}>
          {shown ? <IconEyeOff size={14} /> : <IconEye size={14} />}
        </ActionIcon>
      </Tooltip>
      <CopyButton value={secret} label="Copy secret" iconOnly />
    </Group>
  )
}
