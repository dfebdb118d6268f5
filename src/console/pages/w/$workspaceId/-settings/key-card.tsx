import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { ReadKey } from '@/console/keys/read-key'
import type { RegisteredKey } from '@/console/keys/use-read-keys'
import { CodeBlock } from '@/console/ui/code/code-block'
import { CopyButton } from '@/console/ui/copy-button'
import { Details } from '@/console/ui/details'
import { IconTrash } from '@/console/ui/icons.gen'
import { ListTime } from '@/console/ui/list-time'
import { CertificateNote } from './certificate-note'

interface KeyCardProps {
  /** The number of the key in the list, from 1. */
  number: number
  nameField: UseFormRegisterReturn
  nameError: string | undefined
  text: string
  /** The error of the server about the key. */
  textError: string | undefined
  /** What the text holds. */
  registered: RegisteredKey | undefined
  /** When it last verified a token; null if it never did, undefined if that is not known. */
  lastUsedAt: string | null | undefined
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
  registered,
  lastUsedAt,
  sameAs,
  readOnly,
  onRemove,
}: KeyCardProps) {
  return (
    <section
      className="panel"
      style={{ padding: 'var(--mantine-spacing-xs)' }}
      aria-label={`Key ${number}`}
      // Takes the focus when the key before it is removed.
      tabIndex={-1}
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
      {registered?.key !== undefined && (
        <KeyFacts number={number} readKey={registered.key} lastUsedAt={lastUsedAt} />
      )}
      {registered?.error !== undefined && (
        <Text fz="xs" mt={6} c="var(--mantine-color-error)">
          {registered.error}
        </Text>
      )}
      {textError !== undefined && (
        <Text fz="xs" mt={6} c="var(--mantine-color-error)">
          {textError}
        </Text>
      )}
      {sameAs !== undefined && (
        <Text fz="xs" mt={6} c="var(--sb-caution-text)">
          Same key as {sameAs}: remove one of them.
        </Text>
      )}
      <Details
        style={{ marginTop: 4 }}
        summary={
          <Text span fz="xs" c="dimmed" lh="24px">
            Text of key {number}
          </Text>
        }
      >
        <CodeBlock label={`Text of key ${number}`}>{text}</CodeBlock>
        <Group mt={4}>
          <CopyButton value={text} label={`Copy key ${number}`} />
        </Group>
      </Details>
    </section>
  )
}

/** What a key can verify, and how to recognize it. */
function KeyFacts({
  number,
  readKey,
  lastUsedAt,
}: Pick<KeyCardProps, 'number' | 'lastUsedAt'> & { readKey: ReadKey }) {
  const { strength, algorithms, kid, fingerprint, certificate } = readKey
  return (
    <Group gap={6} mt={6}>
      <Text fz="sm" fw={550}>
        {strength}
      </Text>
      <Text fz="xs" c="dimmed">
        verifies {algorithms.join(', ')}
      </Text>
      {kid !== undefined && (
        <Text fz="xs" c="dimmed">
          kid <span className="mono">{kid}</span>
        </Text>
      )}
      <Group gap={2} wrap="nowrap">
        <Text fz="xs" c="dimmed" title={fingerprint}>
          SHA-256 <span className="mono">{fingerprint.slice(0, 16)}…</span>
        </Text>
        <CopyButton value={fingerprint} label={`Copy fingerprint of key ${number}`} iconOnly />
      </Group>
      <CertificateNote certificate={certificate} />
      {lastUsedAt !== undefined && (
        <Text fz="xs" c="dimmed">
          {lastUsedAt === null ? (
            'no use recorded'
          ) : (
            <>
              last used <ListTime value={lastUsedAt} />
            </>
          )}
        </Text>
      )}
    </Group>
  )
}
