import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useState, type DragEvent } from 'react'
import { UnsavedGuard } from '@/console/forms/unsaved-guard'
import type { ReadKey } from '@/console/keys/read-key'
import { useReadKeys } from '@/console/keys/use-read-keys'
import { FileChooser } from '@/console/ui/inputs/file-chooser'
import { GrowingTextarea } from '@/console/ui/inputs/growing-textarea'
import { useTextFile } from '@/console/ui/inputs/use-text-file'
import { CertificateNote } from './certificate-note'

const maxFileBytes = 100_000

interface AddKeysProps {
  /** The names of the registered keys by fingerprint. */
  registered: ReadonlyMap<string, string>
  /** The storage key of the unsaved edits of the page. */
  draftKey: string
  onAdd: (keys: readonly { name: string; publicKey: string }[]) => void
  onClose: () => void
}

/** Returns the initial name of a key. */
function nameFor({ kid, strength, fingerprint }: ReadKey): string {
  return kid ?? `${strength} ${fingerprint.slice(0, 8)}`
}

/** Reads keys by paste, file or drop, and previews them before they are added. */
export function AddKeys({ registered, draftKey, onAdd, onClose }: AddKeysProps) {
  const [text, setText] = useState('')
  const { readFile, fileError } = useTextFile({
    text,
    onText: setText,
    refuse: ({ name, size }) =>
      size > maxFileBytes ? `${name} is too large to be a key.` : undefined,
  })
  const reading = useReadKeys(text)
  const keys = reading !== undefined && 'keys' in reading ? reading.keys : []
  const fresh = keys.filter(
    ({ fingerprint }, index) =>
      !registered.has(fingerprint) &&
      keys.findIndex((other) => other.fingerprint === fingerprint) === index,
  )

  return (
    <Stack
      gap="xs"
      className="panel"
      p="sm"
      role="group"
      aria-label="Add keys"
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file !== undefined) void readFile(file)
      }}
    >
      <UnsavedGuard dirty={text.trim() !== ''} pending={false} draftKey={draftKey} />
      <GrowingTextarea
        label="Public key"
        description="Paste PEM public keys, certificates, a JWK or a JWK set, or drop a file here."
        placeholder="-----BEGIN PUBLIC KEY-----"
        minRows={3}
        maxRows={10}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div aria-live="polite">
        {fileError !== undefined && (
          <Text fz="sm" c="var(--mantine-color-error)">
            {fileError}
          </Text>
        )}
        {reading !== undefined && 'error' in reading && (
          <Text fz="sm" c="var(--mantine-color-error)">
            {reading.error}
          </Text>
        )}
        {keys.length > 0 && <KeyPreview keys={keys} registered={registered} />}
      </div>
      <Group gap="xs">
        <Button
          size="compact-sm"
          disabled={fresh.length === 0}
          onClick={() => onAdd(fresh.map((key) => ({ name: nameFor(key), publicKey: key.text })))}
        >
          {fresh.length > 1 ? `Add ${fresh.length} keys` : 'Add the key'}
        </Button>
        <FileChooser
          accept=".pem,.crt,.cer,.pub,.json,.jwk,.jwks,application/json,application/x-pem-file"
          onFile={(file) => void readFile(file)}
          size="compact-sm"
        />
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}

interface KeyPreviewProps {
  keys: readonly ReadKey[]
  registered: AddKeysProps['registered']
}

/** What was read, and which keys are registered already. */
function KeyPreview({ keys, registered }: KeyPreviewProps) {
  return (
    <List size="sm" spacing={2}>
      {keys.map((key, index) => (
        <List.Item key={`${key.fingerprint}-${index}`}>
          <b>{key.strength}</b>{' '}
          <Text span fz="xs" c="dimmed">
            verifies {key.algorithms.join(', ')}
            {key.kid === undefined ? '' : `, kid ${key.kid}`}, SHA-256{' '}
            <span className="mono">{key.fingerprint.slice(0, 16)}…</span>
          </Text>
          <CertificateNote certificate={key.certificate} />
          {registered.has(key.fingerprint) && (
            <Text span fz="xs" c="var(--sb-caution-text)">
              {' '}
              already registered as {registered.get(key.fingerprint)}
            </Text>
          )}
        </List.Item>
      ))}
    </List>
  )
}
