import { Avatar, Group, SegmentedControl, Switch, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { FieldRow } from '../../../../forms/field-row'
import { Section } from '../../../../forms/section'
import { PreviewBoundary } from '../../../../ui/preview-boundary'
import { useEditing } from './editing'
import logoClasses from '../../../../ui/app-logo.module.css'

export function GeneralSection() {
  const { form, readOnly, original, was } = useEditing()
  const {
    control,
    register,
    formState: { errors },
    setValue,
    watch,
  } = form
  const [name, logo] = watch(['name', 'logoUri'])
  return (
    <Section id="general" title="General">
      <FieldRow
        name="name"
        label="Name"
        description="Display name"
        error={errors.name?.message}
        was={was('name')}
        onReset={() => setValue('name', original.name)}
      >
        {(field) => <TextInput {...field} {...register('name')} readOnly={readOnly} />}
      </FieldRow>
      <FieldRow
        name="logoUri"
        label="Logo"
        description="An https:// address, a path on this server or a data:image/ URI."
        error={errors.logoUri?.message}
        was={was('logoUri')}
        onReset={() => setValue('logoUri', original.logoUri)}
      >
        {(field) => (
          <Group gap="xs" wrap="nowrap">
            <PreviewBoundary text={`${name} ${logo}`} fallback={null}>
              <Avatar
                src={logo === '' ? null : logo}
                name={name}
                radius="sm"
                size={36}
                color="initials"
                alt="Preview of the logo"
                classNames={{ placeholder: logoClasses['initials'] ?? '' }}
              />
            </PreviewBoundary>
            <TextInput
              {...field}
              {...register('logoUri')}
              readOnly={readOnly}
              flex={1}
              placeholder="https://…"
            />
          </Group>
        )}
      </FieldRow>
      <FieldRow
        name="type"
        label="Type"
        description="Production workspaces are marked on every page and in every review."
        was={was('type')}
        onReset={() => setValue('type', original.type)}
      >
        {(field) => (
          <Controller
            control={control}
            name="type"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl
                id={field.id}
                aria-label="Type"
                value={value}
                onChange={onChange}
                readOnly={readOnly}
                data={[
                  { value: 'development', label: 'Development' },
                  { value: 'production', label: 'Production' },
                ]}
              />
            )}
          />
        )}
      </FieldRow>
      <FieldRow
        name="isReadOnly"
        label="Read-only"
        description="While on, nothing but this switch can be changed."
        was={was('isReadOnly')}
        onReset={() => setValue('isReadOnly', original.isReadOnly)}
      >
        {(field) => (
          <Controller
            control={control}
            name="isReadOnly"
            render={({ field: { value, onChange, ref } }) => (
              <Switch
                {...field}
                ref={ref}
                checked={value}
                onChange={onChange}
                disabled={readOnly}
              />
            )}
          />
        )}
      </FieldRow>
    </Section>
  )
}
