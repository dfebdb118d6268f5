import { ActionIcon, Badge, Group, Text, Tooltip, UnstyledButton, Collapse } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { CopyButton } from '../../../../ui/copy-button'
import { DefinitionRow } from '../../../../ui/definition-list'
import { formatDateTime } from '../../../../ui/format-date'
import { IconChevronDown, IconChevronRight, IconEye, IconEyeOff } from '../../../../ui/icons.gen'
import { useEditing } from './editing'

/** Internal fields. The masked secret is added to the page only when it is revealed. */
export function InternalSection() {
  const { workspace } = useEditing()
  const [opened, { toggle }] = useDisclosure(false)
  const none = (
    <Text span c="dimmed" fz="inherit">
      none
    </Text>
  )
  const when = (time: string | undefined) => (time === undefined ? none : formatDateTime(time))
  return (
    <section
      id="internal"
      style={{ scrollMarginTop: '4.5rem', marginBottom: 'var(--mantine-spacing-lg)' }}
    >
      <UnstyledButton onClick={toggle} aria-expanded={opened}>
        <Group gap={4}>
          {opened ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
          <Text span fz="lg" fw={620}>
            Internal
          </Text>
          <Text span fz="sm" c="dimmed">
            identifiers, secret, flags, operator limits
          </Text>
        </Group>
      </UnstyledButton>
      <Collapse expanded={opened} transitionDuration={100}>
        {opened && (
          <div className="panel rows" style={{ marginTop: 'var(--mantine-spacing-xs)' }}>
            <DefinitionRow label={<span className="mono">id</span>}>
              <span className="mono">{workspace.id}</span>{' '}
              <CopyButton value={workspace.id} label="Copy id" iconOnly />
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">key</span>}>
              <span className="mono">{workspace.key}</span>{' '}
              <CopyButton value={workspace.key} label="Copy key" iconOnly />
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">orgId</span>}>
              <span className="mono">{workspace.orgId}</span>
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">secret</span>}>
              <Secret secret={workspace.secret} />
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">apiBaseUri</span>}>
              {workspace.apiBaseUri ?? none}
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">featureFlags</span>}>
              {workspace.featureFlags?.length
                ? workspace.featureFlags.map((flag) => (
                    <Badge key={flag} mr={4}>
                      {flag}
                    </Badge>
                  ))
                : none}
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">serviceInstanceId</span>}>
              {workspace.serviceInstanceId ?? none}
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">operatorLimits</span>}>
              {Object.keys(workspace.operatorLimits ?? {}).length} set
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">operatorLimitsSyncedAt</span>}>
              {when(workspace.operatorLimitsSyncedAt)}
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">operatorLimitsSyncError</span>}>
              {workspace.operatorLimitsSyncError === undefined ? (
                none
              ) : (
                <Text span c="var(--sb-danger-text)" fz="inherit">
                  {workspace.operatorLimitsSyncError}
                </Text>
              )}
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">createdAt</span>}>
              {when(workspace.createdAt)}
            </DefinitionRow>
            <DefinitionRow label={<span className="mono">updatedAt</span>}>
              {when(workspace.updatedAt)}
            </DefinitionRow>
          </div>
        )}
      </Collapse>
    </section>
  )
}

function Secret({ secret }: { secret: string | undefined }) {
  const [shown, { toggle }] = useDisclosure(false)
  if (secret === undefined)
    return (
      <Text span c="dimmed" fz="inherit">
        Not shown to this token. Operators can see it, and whoever signs in with the secret itself
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
