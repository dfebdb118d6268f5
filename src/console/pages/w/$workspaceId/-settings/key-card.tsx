import { ActionIcon, Group, Text, TextInput, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { CodeBlock } from '../../../../ui/code-block'
import { CopyButton } from '../../../../ui/copy-button'
import { IconChevronDown, IconChevronRight, IconTrash } from '../../../../ui/icons.gen'
import { CertificateNote } from './certificate-note'
import { onlyKey, type Reading } from '../../../../keys/use-read-keys'

interface KeyCardProps {
  /** The number of the key in the list, from 1. */
  number: number
  nameField: UseFormRegisterReturn
  nameError: string | undefined
  text: string
  /** The error of the server about the key. */
  textError: string | undefined
  reading: Reading | undefined
  /** The name of another entry with the same key. */
  sameAs: string | undefined
  readOnly: boolean
  onRemove: () => void
}

/** One registered key: name, type and collapsible text. */
export function KeyCard({
  number,
  nameField,
  nameError,
  text,
  textError,
  reading,
  sameAs,
  readOnly,
  onRemove,
}: KeyCardProps) {
  const [opened, { toggle }] = useDisclosure(false)
  const read = reading === undefined ? undefined : onlyKey(reading)
  return (
    <section
      className="panel"
      style={{ padding: 'var(--mantine-spacing-xs)' }}
      aria-label={`Key ${number}`}
    >
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <TextInput
          flex={1}
          size="xs"
          aria-label={`Name of key ${number}`}
          placeholder="Name"
          {...nameField}
          error={nameError}
          readOnly={readOnly}
        />
        {!readOnly && (
          <ActionIcon
            variant="default"
            size={30}
            aria-label={`Remove key ${number}`}
            onClick={onRemove}
          >
            <IconTrash size={15} />
          </ActionIcon>
        )}
      </Group>
      {read !== undefined && 'key' in read && (
        <Group gap={6} mt={6}>
          <Text fz="sm" fw={550}>
            {read.key.strength}
          </Text>
          <Text fz="xs" c="dimmed">
            verifies {read.key.algorithms.join(', ')}
          </Text>
          {read.key.kid !== undefined && (
            <Text fz="xs" c="dimmed">
              kid <span className="mono">{read.key.kid}</span>
            </Text>
          )}
          <Text fz="xs" c="dimmed" title={read.key.fingerprint}>
            SHA-256 <span className="mono">{read.key.fingerprint.slice(0, 16)}…</span>
          </Text>
          <CertificateNote certificate={read.key.certificate} />
          <CopyButton
            value={read.key.fingerprint}
            label={`Copy fingerprint of key ${number}`}
            iconOnly
          />
        </Group>
      )}
      {read !== undefined && 'error' in read && (
        <Text fz="xs" mt={6} c="var(--mantine-color-error)">
          {read.error}
        </Text>
      )}
      {textError !== undefined && (
        <Text fz="xs" mt={6} c="var(--mantine-color-error)">
          {textError}
        </Text>
      )}
      {sameAs !== undefined && (
        <Text fz="xs" mt={6} c="var(--sb-overridden)">
          Same key as {sameAs}: remove one of them.
        </Text>
      )}
      <Group gap="xs" mt={4}>
        <UnstyledButton
          onClick={toggle}
          aria-expanded={opened}
          fz="xs"
          c="dimmed"
          mih={24}
          display="flex"
          style={{ alignItems: 'center' }}
        >
          {opened ? <IconChevronDown size={12} /> : <IconChevronRight size={12} />} Text of key{' '}
          {number}
        </UnstyledButton>
        {opened && <CopyButton value={text} label={`Copy key ${number}`} />}
      </Group>
      {opened && <CodeBlock label={`Text of key ${number}`}>{text}</CodeBlock>}
    </section>
  )
}
