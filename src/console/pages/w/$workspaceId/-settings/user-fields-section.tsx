import { Button, Group, Textarea } from '@mantine/core'
import { FieldRow } from '../../../../forms/field-row'
import { Section } from '../../../../forms/section'
import { useEditing } from './editing'

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export function UserFieldsSection() {
  const { form, readOnly, original, was } = useEditing()
  const { register, formState: { errors }, setValue, getValues } = form
  return (
    <Section title="User fields">
      <FieldRow name="userFieldsSchema" label="User fields schema" wide description="JSON Schema of the fields that are kept for each tenant. Keywords that are not known here are kept." error={errors.userFieldsSchema?.message} was={was('userFieldsSchema')} onReset={() => setValue('userFieldsSchema', original.userFieldsSchema, { shouldValidate: true })}>
        {(field) => (
          <>
            <Textarea {...field} {...register('userFieldsSchema')} classNames={{ input: 'mono' }} autosize minRows={6} maxRows={24} spellCheck={false} readOnly={readOnly} placeholder='{ "type": "object", "properties": {} }' />
            {!readOnly && (
              <Group gap="xs" mt={4}>
                <Button variant="default" size="compact-xs" onClick={() => setValue('userFieldsSchema', formatted(getValues('userFieldsSchema')), { shouldValidate: true })}>Tidy up</Button>
              </Group>
            )}
          </>
        )}
      </FieldRow>
    </Section>
  )
}
