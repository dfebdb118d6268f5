import { Button, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormState, useWatch } from 'react-hook-form'
import { useRegisteredKeys } from '@/console/keys/use-read-keys'
import { draftKey } from '@/console/session/kept-drafts'
import { IconPlus } from '@/console/ui/icons.gen'
import { eitherOf } from '@/contract/either-of'
import { publicKeyAlgorithms } from '@/contract/public-keys'
import { AddKeys } from './add-keys'
import { useEditing } from './editing'
import { KeyCard } from './key-card'
import { cardIds, keyNames, namesByFingerprint, namesOfSame } from './key-list'
import { focusAdding, focusAfterRemoval } from './key-list-focus'
import { SettingRow } from './setting-row'
import { useKeyUses } from './use-key-uses'

/** The registered public keys, and how to add others. */
export function PublicKeysRow() {
  const { form, workspace, readOnly } = useEditing()
  const list = { control: form.control, name: 'publicKeys' } as const
  const { fields, append, remove } = useFieldArray(list)
  const entries = useWatch(list)
  const { errors } = useFormState(list)
  const [adding, setAdding] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const keys = useRegisteredKeys(entries.map(({ publicKey }) => publicKey))
  const fingerprints = keys.map(({ key }) => key?.fingerprint)
  const names = keyNames(entries)
  const sameAs = namesOfSame(names, fingerprints)
  const ids = cardIds(fields)
  const uses = useKeyUses(workspace)

  // The focus moves at once: an effect could belong to an earlier rendering.
  function showAdding(isShown: boolean): void {
    flushSync(() => setAdding(isShown))
    focusAdding(place.current)
  }

  function removeCard(index: number): void {
    flushSync(() => remove(index))
    focusAfterRemoval(place.current, index)
  }

  return (
    <SettingRow
      path="publicKeys"
      wide
      isGroup
      description={
        'PEM public keys, certificates or JWKs. ' +
        `Tokens signed with ${eitherOf(publicKeyAlgorithms)} are verified with them.`
      }
    >
      {() => (
        <Stack gap="xs" ref={place}>
          {fields.length === 0 && (
            <Text fz="sm" c="dimmed">
              No keys registered.
            </Text>
          )}
          {fields.map((_field, index) => {
            const error = errors.publicKeys?.[index]
            return (
              <KeyCard
                key={ids[index]}
                number={index + 1}
                nameField={form.register(`publicKeys.${index}.name`)}
                nameError={error?.name?.message}
                text={entries[index]?.publicKey ?? ''}
                textError={error?.publicKey?.message}
                registered={keys[index]}
                lastUsedAt={uses.get(entries[index]?.publicKey ?? '')}
                sameAs={sameAs[index]}
                readOnly={readOnly}
                onRemove={() => removeCard(index)}
              />
            )
          })}
          {adding && (
            <AddKeys
              registered={namesByFingerprint(names, fingerprints)}
              draftKey={draftKey(workspace.id, 'settings')}
              onClose={() => showAdding(false)}
              onAdd={(added) => {
                append([...added])
                setAdding(false)
              }}
            />
          )}
          {!readOnly && !adding && (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<IconPlus size={14} />}
              style={{ alignSelf: 'flex-start' }}
              onClick={() => showAdding(true)}
            >
              Add a key
            </Button>
          )}
        </Stack>
      )}
    </SettingRow>
  )
}
