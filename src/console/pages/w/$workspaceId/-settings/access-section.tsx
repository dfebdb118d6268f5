import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFieldArray } from 'react-hook-form'
import { FieldRow } from '../../../../forms/field-row'
import { Section } from '../../../../forms/section'
import { useEditing } from './editing'
import { JwksCheck } from './jwks-check'
import { KeyFacts } from './key-facts'

/** Who may sign tokens beside the holder of the secret. */
export function AccessSection() {
  const { form, workspace, readOnly, original, was } = useEditing()
  const { control, register, formState: { errors }, setValue, watch } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'publicKeys' })
  return (
    <Section title="Access" description="Tokens are signed with the workspace secret, or with a private key whose public half is known here.">
      <FieldRow name="publicKeys" label="Public keys" wide description="PEM public keys, certificates or JWKs. Tokens signed with RS256, PS256, ES256 or EdDSA are verified with them." error={errors.publicKeys?.message} was={was('publicKeys')} onReset={() => setValue('publicKeys', original.publicKeys)}>
        {(field) => (
          <Stack gap="sm" id={field.id}>
            {fields.length === 0 && <Text fz="sm" c="dimmed">No key is registered.</Text>}
            {fields.map(({ id }, index) => (
              <Group key={id} align="flex-start" gap="xs" wrap="nowrap">
                <Stack gap={4} flex={1}>
                  <TextInput aria-label={`Name of key ${index + 1}`} placeholder="Name" {...register(`publicKeys.${index}.name`)} error={errors.publicKeys?.[index]?.name?.message} readOnly={readOnly} />
                  <Textarea aria-label={`Key ${index + 1}`} placeholder="-----BEGIN PUBLIC KEY-----" classNames={{ input: 'mono' }} autosize minRows={2} maxRows={6} {...register(`publicKeys.${index}.publicKey`)} error={errors.publicKeys?.[index]?.publicKey?.message} readOnly={readOnly} />
                  <KeyFacts text={watch(`publicKeys.${index}.publicKey`)} />
                </Stack>
                {!readOnly && <ActionIcon variant="default" size="lg" aria-label={`Remove key ${index + 1}`} onClick={() => remove(index)}><IconTrash size={16} /></ActionIcon>}
              </Group>
            ))}
            {!readOnly && <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} />} style={{ alignSelf: 'flex-start' }} onClick={() => append({ name: '', publicKey: '' })}>Add a key</Button>}
          </Stack>
        )}
      </FieldRow>
      <FieldRow name="jwksUri" label="JWKS URI" description="Where further public keys are published. Empty: nowhere." error={errors.jwksUri?.message} was={was('jwksUri')} onReset={() => setValue('jwksUri', original.jwksUri)}>
        {(field) => (
          <>
            <TextInput {...field} {...register('jwksUri')} readOnly={readOnly} placeholder="https://…/.well-known/jwks.json" />
            <JwksCheck workspaceId={workspace.id} uri={watch('jwksUri')} />
          </>
        )}
      </FieldRow>
    </Section>
  )
}
