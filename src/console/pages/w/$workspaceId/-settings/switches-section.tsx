import { Switch } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { settingNames, settings } from '../../../../../contract/workspaces'
import { FieldRow } from '../../../../forms/field-row'
import { Section } from '../../../../forms/section'
import { useEditing } from './editing'

export function SwitchesSection() {
  const { form, readOnly, original, was } = useEditing()
  const {
    control,
    formState: { errors },
    setValue,
  } = form
  return (
    <Section id="switches" title="Switches">
      {settingNames.map((name) => (
        <FieldRow
          key={name}
          name={name}
          label={settings[name].label}
          description={settings[name].description}
          error={errors.settings?.[name]?.message}
          was={was(`settings.${name}`)}
          onReset={() =>
            setValue(`settings.${name}`, original.settings[name], { shouldValidate: true })
          }
        >
          {(field) => (
            <Controller
              control={control}
              name={`settings.${name}`}
              render={({ field: { value, onChange, onBlur, ref } }) => (
                <Switch
                  {...field}
                  ref={ref}
                  checked={value}
                  onChange={onChange}
                  onBlur={onBlur}
                  disabled={readOnly}
                />
              )}
            />
          )}
        </FieldRow>
      ))}
    </Section>
  )
}
