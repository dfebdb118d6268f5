import { ActionIcon, Button, Group, Tabs, TextInput } from '@mantine/core'
import { Controller, useWatch } from 'react-hook-form'
import { IconPlus, IconTrash } from '@/console/ui/icons.gen'
import { useDraftForm } from './connector-form'
import { emptyAuth } from './draft'
import { FieldError } from './field-error'
import classes from './option-tabs.module.css'

interface OptionTabsProps {
  /** The index of the selected option. */
  current: number
  onCurrent: (index: number) => void
}

/** Tabs of the authentication options by key. */
export function OptionTabs({ current, onCurrent }: OptionTabsProps) {
  const { control, getValues, setValue } = useDraftForm()
  const keys = useWatch({
    control,
    name: 'options',
    compute: (options) => options.map(({ key }) => key),
  })
  const currentKey = keys[current]
  return (
    <div>
      <Group gap="xs">
        <Tabs
          maw="100%"
          value={String(current)}
          onChange={(value) => onCurrent(Number(value ?? 0))}
        >
          <Tabs.List>
            {keys.map((key, index) => (
              <Tabs.Tab key={index} value={String(index)} className={classes['option'] ?? ''}>
                {key === '' ? `Option ${index + 1}` : key}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            setValue('options', [...getValues('options'), { key: '', title: '', auth: emptyAuth }])
            onCurrent(keys.length)
          }}
        >
          Add an option
        </Button>
      </Group>
      <FieldError name="options" />
      {currentKey !== undefined && (
        <Group gap="xs" my="sm" align="flex-start">
          <Controller
            control={control}
            name={`options.${current}.key`}
            render={({ field, fieldState }) => (
              <TextInput
                {...field}
                label="Option key"
                flex="1 1 8rem"
                error={fieldState.error?.message}
                classNames={{ input: 'mono' }}
              />
            )}
          />
          <Controller
            control={control}
            name={`options.${current}.title`}
            render={({ field }) => <TextInput {...field} label="Title" flex="2 1 6rem" />}
          />
          <ActionIcon
            variant="default"
            size={36}
            mt={21}
            aria-label={`Remove option ${currentKey || current + 1}`}
            onClick={() => {
              setValue(
                'options',
                getValues('options').filter((_option, index) => index !== current),
              )
              onCurrent(Math.max(0, current - 1))
            }}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      )}
    </div>
  )
}
