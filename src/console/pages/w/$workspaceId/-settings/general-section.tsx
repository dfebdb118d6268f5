import { Avatar, Group, SegmentedControl, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { FieldRow } from '../../../../forms/field-row'
import { Section } from '../../../../forms/section'
import { PreviewBoundary } from '../../../../ui/preview-boundary'
import { useEditing } from './editing'
import { SwitchControl } from './switch-control'
import logoClasses from '../../../../ui/app-logo.module.css'

export function GeneralSection() {
  return (
    <Section id="general" title="General">
      <NameRow />
      <LogoRow />
      <TypeRow />
      <ReadOnlyRow />
    </Section>
  )
}

function NameRow() {
  const { form, readOnly, original, stateOf } = useEditing()
  return (
    <FieldRow
      name="name"
      label="Name"
      description="Display name"
      {...stateOf('name', original.name)}
    >
      {(field) => <TextInput {...field} {...form.register('name')} readOnly={readOnly} />}
    </FieldRow>
  )
}

function LogoRow() {
  const { form, readOnly, original, stateOf } = useEditing()
  const [name, logo] = form.watch(['name', 'logoUri'])
  return (
    <FieldRow
      name="logoUri"
      label="Logo"
      description="An https:// address, a path on this server or a data:image/ URI."
      {...stateOf('logoUri', original.logoUri)}
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
            {...form.register('logoUri')}
            readOnly={readOnly}
            flex={1}
            placeholder="https://…"
          />
        </Group>
      )}
    </FieldRow>
  )
}

function TypeRow() {
  const { form, readOnly, original, stateOf } = useEditing()
  return (
    <FieldRow
      name="type"
      label="Type"
      description="Production workspaces are marked on every page and in every review."
      {...stateOf('type', original.type)}
    >
      {(field) => (
        <Controller
          control={form.control}
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
  )
}

function ReadOnlyRow() {
  const { original, stateOf } = useEditing()
  return (
    <FieldRow
      name="isReadOnly"
      label="Read-only"
      description="While on, nothing but this switch can be changed."
      {...stateOf('isReadOnly', original.isReadOnly)}
    >
      {(field) => <SwitchControl name="isReadOnly" {...field} />}
    </FieldRow>
  )
}
