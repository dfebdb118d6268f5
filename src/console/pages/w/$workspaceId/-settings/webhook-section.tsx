import { TagsInput, Text, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { describeEvent, webhookEventNames } from '../../../../../contract/webhooks'
import { FieldRow } from '../../../../forms/field-row'
import { Section } from '../../../../forms/section'
import { useEditing } from './editing'
import { WebhookTools } from './webhook-tools'

export function WebhookSection() {
  const { form, workspace, readOnly, original, stateOf } = useEditing()
  const { control, register, watch } = form
  return (
    <Section id="webhook" title="Webhook" description="Where events are sent.">
      <FieldRow
        name="webhookUri"
        label="Webhook URI"
        description="Events and alerts are sent here by POST. Leave empty to disable."
        {...stateOf('webhookUri', original.webhookUri)}
      >
        {(field) => (
          <>
            <TextInput
              {...field}
              {...register('webhookUri')}
              readOnly={readOnly}
              placeholder="https://…"
            />
            <WebhookTools workspace={workspace} uri={watch('webhookUri')} readOnly={readOnly} />
          </>
        )}
      </FieldRow>
      <FieldRow
        name="enabledWebhookEvents"
        label="Webhook events"
        description="Choose events, or type a name. Press Enter after each."
        {...stateOf('enabledWebhookEvents', original.enabledWebhookEvents)}
      >
        {(field) => (
          <Controller
            control={control}
            name="enabledWebhookEvents"
            render={({ field: { value, onChange, onBlur } }) => (
              <TagsInput
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
      </FieldRow>
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
