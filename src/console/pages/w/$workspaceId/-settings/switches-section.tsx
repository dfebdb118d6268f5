import { Section } from '@/console/forms/section'
import { settingNames, settings } from '@/contract/workspaces'
import { SettingRow } from './setting-row'
import { SwitchControl } from './switch-control'

/** The settings that are on or off. */
export function SwitchesSection() {
  return (
    <Section id="switches" title="Switches">
      {settingNames.map((name) => (
        <SettingRow path={`settings.${name}`} key={name} description={settings[name].description}>
          {(field) => <SwitchControl name={`settings.${name}`} {...field} />}
        </SettingRow>
      ))}
    </Section>
  )
}
