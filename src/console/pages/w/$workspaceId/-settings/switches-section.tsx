import { settingNames, settings } from '../../../../../contract/workspaces'
import { FieldRow } from '../../../../forms/field-row'
import { Section } from '../../../../forms/section'
import { useEditing } from './editing'
import { SwitchControl } from './switch-control'

export function SwitchesSection() {
  const { original, stateOf } = useEditing()
  return (
    <Section id="switches" title="Switches">
      {settingNames.map((name) => (
        <FieldRow
          key={name}
          name={name}
          label={settings[name].label}
          description={settings[name].description}
          {...stateOf(`settings.${name}`, original.settings[name])}
        >
          {(field) => <SwitchControl name={`settings.${name}`} {...field} />}
        </FieldRow>
      ))}
    </Section>
  )
}
