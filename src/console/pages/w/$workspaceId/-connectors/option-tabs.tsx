import { ActionIcon, Button, Group, Tabs, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '../../../../ui/icons.gen'
import { emptyAuth, type Draft } from './draft'

interface OptionTabsProps {
  options: Draft['options']
  /** The index of the selected option. */
  current: number
  errorAt: (field: string) => string | undefined
  onCurrent: (index: number) => void
  onChange: (options: Draft['options']) => void
}

/** Tabs of the authentication options by key. */
export function OptionTabs({ options, current, errorAt, onCurrent, onChange }: OptionTabsProps) {
  const option = options[current]
  const set = (part: Partial<Draft['options'][number]>) =>
    onChange(options.map((other, index) => (index === current ? { ...other, ...part } : other)))
  return (
    <div>
      <Tabs value={String(current)} onChange={(value) => onCurrent(Number(value ?? 0))}>
        <Tabs.List>
          {options.map(({ key }, index) => (
            <Tabs.Tab key={index} value={String(index)}>
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
          onChange([...options, { key: '', title: '', auth: emptyAuth }])
          onCurrent(options.length)
        }}
      >
        Add an option
      </Button>
      {errorAt('options') !== undefined && (
        <Text fz="xs" mt={4} c="var(--mantine-color-error)" role="alert">
          {errorAt('options')}
        </Text>
      )}
      {option !== undefined && (
        <Group gap="xs" my="sm" align="flex-start">
          <TextInput
            label="Option key"
            value={option.key}
            error={errorAt(`options.${current}.key`)}
            onChange={(event) => set({ key: event.currentTarget.value })}
            classNames={{ input: 'mono' }}
          />
          <TextInput
            label="Title"
            flex={1}
            value={option.title}
            onChange={(event) => set({ title: event.currentTarget.value })}
          />
          <ActionIcon
            variant="default"
            size={36}
            mt={24}
            aria-label={`Remove option ${option.key === '' ? current + 1 : option.key}`}
            onClick={() => {
              onChange(options.filter((_option, index) => index !== current))
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
