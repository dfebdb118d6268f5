import { Text, TextInput } from '@mantine/core'
import { Controller, useWatch } from 'react-hook-form'
import { Section } from '@/console/forms/section'
import { ListInput } from '@/console/ui/inputs/list-input'
import { describeEvent, webhookEventNames } from '@/contract/webhook-events'
import { useEditing } from './editing'
import { SettingRow } from './setting-row'
import { WebhookTools } from './webhook-tools'

/** The address that events are sent to, and which events. */
export function WebhookSection() {
  const { form, workspace, readOnly } = useEditing()
  const { control, register } = form
  const uri = useWatch({ control, name: 'webhookUri' })
  return (
    <Section id="webhook" title="Webhook" description="Where events are sent.">
      <SettingRow
        path="webhookUri"
        description="Events and alerts are sent here by POST. Leave empty to disable."
      >
        {(field) => (
          <>
            <TextInput
              {...field}
              {...register('webhookUri')}
              readOnly={readOnly}
              placeholder="https://…"
            />
            <WebhookTools workspace={workspace} uri={uri} readOnly={readOnly} />
          </>
        )}
      </SettingRow>
      <SettingRow
        path="enabledWebhookEvents"
        description="Choose events, or type a name. Press Enter after each."
      >
        {(field) => (
          <Controller
            control={control}
            name="enabledWebhookEvents"
            render={({ field: { value, onChange, onBlur } }) => (
              <ListInput
                {...field}
                data={webhookEventNames}
                renderOption={({ option }) => <EventOption name={option.value} />}
                value={value}
                onChange={onChange}
                onBlur={onBlur}
                readOnly={readOnly}
                clearable={!readOnly}
                clearButtonProps={{ 'aria-label': 'Clear the events' }}
              />
            )}
          />
        )}
      </SettingRow>
    </Section>
  )
}

function EventOption({ name }: { name: string }) {
  return (
    <div>
      <Text fz="sm" className="mono">
        {name}
      </Text>
      <Text fz="xs" c="dimmed">
        {describeEvent(name)}
      </Text>
    </div>
  )
}
