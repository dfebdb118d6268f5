import { SegmentedControl, TextInput } from '@mantine/core'
import { Controller, useWatch } from 'react-hook-form'
import { Section } from '../../../../forms/section'
import { LogoPreview } from '../../../../ui/logo-preview'
import { useEditing } from './editing'
import { SettingRow } from './setting-row'
import { SwitchControl } from './switch-control'

/** Name, logo and type of the workspace, and whether it is read-only. */
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
  const { form, readOnly, original } = useEditing()
  return (
    <SettingRow path="name" original={original.name} description="Display name.">
      {(field) => <TextInput {...field} {...form.register('name')} readOnly={readOnly} />}
    </SettingRow>
  )
}

function LogoRow() {
  const { form, readOnly, original } = useEditing()
  const [name, logo] = useWatch({ control: form.control, name: ['name', 'logoUri'] })
  return (
    <SettingRow
      path="logoUri"
      original={original.logoUri}
      description="An https:// address, a path on this server or a data:image/ URI."
    >
      {(field) => (
        <LogoPreview name={name} src={logo}>
          <TextInput
            {...field}
            {...form.register('logoUri')}
            readOnly={readOnly}
            flex={1}
            placeholder="https://…"
          />
        </LogoPreview>
      )}
    </SettingRow>
  )
}

function TypeRow() {
  const { form, readOnly, original } = useEditing()
  return (
    <SettingRow
      path="type"
      original={original.type}
      description="Production workspaces are marked on every page and in every review."
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
    </SettingRow>
  )
}

function ReadOnlyRow() {
  const { original } = useEditing()
  return (
    <SettingRow
      path="isReadOnly"
      original={original.isReadOnly}
      description="While on, nothing but this switch can be changed."
    >
      {(field) => <SwitchControl name="isReadOnly" {...field} />}
    </SettingRow>
  )
}
