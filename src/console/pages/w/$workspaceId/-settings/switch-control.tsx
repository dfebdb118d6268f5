import { Switch, type SwitchProps } from '@mantine/core'
import { Controller } from 'react-hook-form'
import type { SettingName } from '@/contract/workspaces'
import { useEditing } from './editing'

interface SwitchControlProps extends SwitchProps {
  name: 'isReadOnly' | `settings.${SettingName}`
}

/** The switch of a field that is on or off. */
export function SwitchControl({ name, ...props }: SwitchControlProps) {
  const { form, readOnly } = useEditing()
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { value, onChange, onBlur, ref } }) => (
        <Switch
          {...props}
          ref={ref}
          checked={value}
          onChange={onChange}
          onBlur={onBlur}
          disabled={readOnly}
        />
      )}
    />
  )
}
