import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useFieldArray } from 'react-hook-form'
import { extensionsQuery } from '../../../../api/workspaces'
import { FieldRow } from '../../../../forms/field-row'
import { Section } from '../../../../forms/section'
import { IconPlus } from '../../../../ui/icons.gen'
import { AddKeys } from './add-keys'
import { useEditing } from './editing'
import { JwksCheck } from './jwks-check'
import { KeyCard } from './key-card'
import { TokenDiagnosis } from './token-diagnosis'
import { TokensSection } from './tokens-section'
import { onlyKey, useReadings } from '../../../../keys/use-read-keys'

/** The public keys that verify tokens, and a check of tokens. */
export function AccessSection() {
  const { form, workspace, readOnly, original, was } = useEditing()
  const { data: extensions } = useQuery(extensionsQuery)
  const {
    control,
    register,
    formState: { errors },
    setValue,
    watch,
  } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'publicKeys' })
  const [adding, { open, close }] = useDisclosure(false)
  const entries = watch('publicKeys')
  const readings = useReadings(entries.map(({ publicKey }) => publicKey))
  const fingerprints = readings.map((reading) => {
    const read = reading === undefined ? undefined : onlyKey(reading)
    return read !== undefined && 'key' in read ? read.key.fingerprint : undefined
  })
  const nameOf = (index: number) => entries[index]?.name || `key ${index + 1}`
  const registered = new Map(
    fingerprints.flatMap((fingerprint, index) =>
      fingerprint === undefined ? [] : [[fingerprint, nameOf(index)] as const],
    ),
  )
  const firstWith = (fingerprint: string | undefined) =>
    fingerprint === undefined ? -1 : fingerprints.indexOf(fingerprint)

  return (
    <Section
      id="access"
      title="Access"
      description={
        'Tokens are signed with the workspace secret, ' +
        'or with a private key that matches a public key registered here.'
      }
    >
      <FieldRow
        name="publicKeys"
        label="Public keys"
        wide
        description={
          'PEM public keys, certificates or JWKs. ' +
          'Tokens signed with RS256, PS256, ES256 or EdDSA are verified with them.'
        }
        error={errors.publicKeys?.message}
        was={was('publicKeys')}
        onReset={() => setValue('publicKeys', original.publicKeys)}
      >
        {(field) => (
          <Stack gap="xs" id={field.id}>
            {fields.length === 0 && (
              <Text fz="sm" c="dimmed">
                No keys registered.
              </Text>
            )}
            {fields.map(({ id }, index) => {
              const first = firstWith(fingerprints[index])
              return (
                <KeyCard
                  key={id}
                  number={index + 1}
                  nameField={register(`publicKeys.${index}.name`)}
                  nameError={errors.publicKeys?.[index]?.name?.message}
                  text={entries[index]?.publicKey ?? ''}
                  textError={errors.publicKeys?.[index]?.publicKey?.message}
                  reading={readings[index]}
                  sameAs={first === -1 || first === index ? undefined : nameOf(first)}
                  readOnly={readOnly}
                  onRemove={() => remove(index)}
                />
              )
            })}
            {adding && (
              <AddKeys
                registered={registered}
                onClose={close}
                onAdd={(keys) => {
                  append([...keys])
                  close()
                }}
              />
            )}
            {!readOnly && !adding && (
              <Button
                variant="default"
                size="compact-sm"
                leftSection={<IconPlus size={14} />}
                style={{ alignSelf: 'flex-start' }}
                onClick={open}
              >
                Add a key
              </Button>
            )}
          </Stack>
        )}
      </FieldRow>
      <FieldRow
        name="jwksUri"
        label="JWKS URI"
        description="Where more public keys are published. Leave empty to disable."
        error={errors.jwksUri?.message}
        was={was('jwksUri')}
        onReset={() => setValue('jwksUri', original.jwksUri)}
      >
        {(field) => (
          <>
            <TextInput
              {...field}
              {...register('jwksUri')}
              readOnly={readOnly}
              placeholder="https://…/.well-known/jwks.json"
            />
            {extensions === true && <JwksCheck workspaceId={workspace.id} uri={watch('jwksUri')} />}
          </>
        )}
      </FieldRow>
      <TokenDiagnosis
        workspace={workspace}
        keys={entries.map((entry, index) => ({ ...entry, reading: readings[index] }))}
        jwksUri={watch('jwksUri')}
        refusesSecret={watch('settings.disableSecretKeyAuth')}
      />
      {extensions === true && <TokensSection workspaceId={workspace.id} />}
    </Section>
  )
}
