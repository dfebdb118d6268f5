import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useFieldArray, useFormState, useWatch } from 'react-hook-form'
import { publicKeyUsesQuery } from '@/console/api/tokens'
import { useHasExtensions } from '@/console/api/workspaces'
import { useRegisteredKeys } from '@/console/keys/use-read-keys'
import { draftKey } from '@/console/session/kept-drafts'
import { useIsAdmin } from '@/console/session/use-session'
import { IconPlus } from '@/console/ui/icons.gen'
import { eitherOf } from '@/contract/either-of'
import { publicKeyAlgorithms } from '@/contract/public-keys'
import type { Workspace } from '@/contract/workspaces'
import { AddKeys } from './add-keys'
import { useEditing } from './editing'
import { KeyCard } from './key-card'
import { SettingRow } from './setting-row'

/** Returns when each saved key was last used: null if it never was, nothing until that is read. */
function useLastUses({ id, publicKeys = [] }: Workspace): ReadonlyMap<string, string | null> {
  const isAdmin = useIsAdmin()
  const enabled = useHasExtensions() && isAdmin
  const { data } = useQuery({ ...publicKeyUsesQuery(id), enabled })
  const items = data?.response.items ?? []
  const uses = new Map(items.map(({ name, lastUsedAt }) => [name, lastUsedAt ?? null]))
  return new Map(
    publicKeys.flatMap(({ name, publicKey }) => {
      const use = uses.get(name)
      return use === undefined ? [] : [[publicKey, use] as const]
    }),
  )
}

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
  const lastUses = useLastUses(workspace)
  const fingerprints = keys.map(({ key }) => key?.fingerprint)
  const nameOf = (index: number) => entries[index]?.name || `key ${index + 1}`
  const registered = new Map(
    fingerprints.flatMap((fingerprint, index) =>
      fingerprint === undefined ? [] : [[fingerprint, nameOf(index)] as const],
    ),
  )
  /** Returns the name of an earlier entry with the same key. */
  function duplicateOf(index: number): string | undefined {
    const fingerprint = fingerprints[index]
    const first = fingerprint === undefined ? index : fingerprints.indexOf(fingerprint)
    return first === index ? undefined : nameOf(first)
  }

  /** Identifies a card by its key: the form's own ids change when what others save is merged. */
  function cardKeyOf(index: number): string {
    const text = fields[index]?.publicKey
    const earlier = fields.slice(0, index).filter(({ publicKey }) => publicKey === text)
    return `${earlier.length} ${text}`
  }

  /** Focuses the button that adds a key, or the field that it was replaced with. */
  function focusAdding(): void {
    place.current?.querySelector<HTMLElement>(':scope > button, textarea')?.focus()
  }

  function showAdding(isShown: boolean): void {
    flushSync(() => setAdding(isShown))
    focusAdding()
  }

  /**
   * Removes a key and moves the focus to the one that takes its place, else to the last one, else
   * to what adds one. They are there at once: an effect could belong to an earlier rendering.
   */
  function removeCard(index: number): void {
    flushSync(() => remove(index))
    const cards = place.current?.querySelectorAll<HTMLElement>('section') ?? []
    const next = cards[Math.min(index, cards.length - 1)]
    if (next === undefined) focusAdding()
    else next.focus()
  }

  return (
    <SettingRow
      path="publicKeys"
      wide
      description={
        'PEM public keys, certificates or JWKs. ' +
        `Tokens signed with ${eitherOf(publicKeyAlgorithms)} are verified with them.`
      }
    >
      {(field) => (
        <Stack gap="xs" id={field.id} ref={place}>
          {fields.length === 0 && (
            <Text fz="sm" c="dimmed">
              No keys registered.
            </Text>
          )}
          {fields.map((_field, index) => {
            const error = errors.publicKeys?.[index]
            return (
              <KeyCard
                key={cardKeyOf(index)}
                number={index + 1}
                nameField={form.register(`publicKeys.${index}.name`)}
                nameError={error?.name?.message}
                text={entries[index]?.publicKey ?? ''}
                textError={error?.publicKey?.message}
                registered={keys[index]}
                lastUsedAt={lastUses.get(entries[index]?.publicKey ?? '')}
                sameAs={duplicateOf(index)}
                readOnly={readOnly}
                onRemove={() => removeCard(index)}
              />
            )
          })}
          {adding && (
            <AddKeys
              registered={registered}
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
