import { SegmentedControl, TextInput } from '@mantine/core'
import { Controller, useWatch } from 'react-hook-form'
import { Section } from '@/console/forms/section'
import { LogoPreview } from '@/console/ui/logo-preview'
import { useEditing } from './editing'
import { SettingRow } from './setting-row'
import { SwitchControl } from './switch-control'

/** Name, logo and type of the workspace, and whether it is read-only. */
export function GeneralSection() {
  const { form, readOnly } = useEditing()
  return (
    <Section id="general" title="General">
      <SettingRow path="name" description="Display name.">
        {(field) => <TextInput {...field} {...form.register('name')} readOnly={readOnly} />}
      </SettingRow>
      <LogoRow />
      <SettingRow
        path="type"
        isGroup
        description="Production workspaces are marked on every page and in every review."
      >
        {() => (
          <Controller
            control={form.control}
            name="type"
            render={({ field: { value, onChange } }) => (
              <SegmentedControl
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
      <SettingRow path="isReadOnly" description="While on, nothing but this switch can be changed.">
        {(field) => <SwitchControl name="isReadOnly" {...field} />}
      </SettingRow>
    </Section>
  )
}

/** Watches name and logo, so that no other row renders with every key. */
function LogoRow() {
  const { form, readOnly } = useEditing()
  const [name, logo] = useWatch({ control: form.control, name: ['name', 'logoUri'] })
  return (
    <SettingRow
      path="logoUri"
      description="An https:// address, a path on this server or a data:image/ URI."
    >
      {(field) => (
        <LogoPreview name={name} src={field['aria-invalid'] ? '' : logo}>
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
