import { Group, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Controller, type ControllerRenderProps } from 'react-hook-form'
import { similarConnectorsQuery } from '@/console/api/connectors'
import { ListInput } from '@/console/ui/inputs/list-input'
import { useDraftForm } from './connector-form'
import type { Draft } from './draft'

interface NameFieldsProps {
  workspaceId: string
  /** Whether the connector exists: its key can't change. */
  isKeyFixed: boolean
}

/** Name, key and categories of a connector. */
export function NameFields({ workspaceId, isKeyFixed }: NameFieldsProps) {
  const { control } = useDraftForm()
  return (
    <Stack gap="sm">
      <Group grow align="flex-start">
        <Controller
          control={control}
          name="name"
          render={({ field, fieldState }) => (
            <TextInput {...field} label="Name" error={fieldState.error?.message} required />
          )}
        />
        <Controller
          control={control}
          name="key"
          render={({ field, fieldState }) =>
            isKeyFixed ? (
              <TextInput
                label="Key"
                description="Others refer to the connector by this key, so it can’t change."
                value={field.value}
                readOnly
                classNames={{ input: 'mono' }}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
              />
            ) : (
              <KeyInput field={field} error={fieldState.error?.message} workspaceId={workspaceId} />
            )
          }
        />
      </Group>
      <Controller
        control={control}
        name="categories"
        render={({ field, fieldState }) => (
          <ListInput
            {...field}
            label="Categories"
            error={fieldState.error?.message}
            clearable
            clearButtonProps={{ 'aria-label': 'Clear the categories' }}
          />
        )}
      />
    </Stack>
  )
}

interface KeyInputProps {
  field: ControllerRenderProps<Draft, 'key'>
  error: string | undefined
  workspaceId: string
}

/** Warns about a key that is taken while it is typed. */
function KeyInput({ field, error, workspaceId }: KeyInputProps) {
  const isTaken = useKeyTaken(workspaceId, field.value.trim())
  return (
    <TextInput
      {...field}
      label="Key"
      description="Leave empty to derive it from the name."
      error={error ?? (isTaken ? 'Another connector in this workspace has this key' : undefined)}
      classNames={{ input: 'mono' }}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    />
  )
}

/** Whether a listed connector has the key already. */
function useKeyTaken(workspaceId: string, key: string): boolean {
  const [settled] = useDebouncedValue(key, 250)
  const { data } = useQuery({
    ...similarConnectorsQuery(workspaceId, settled),
    enabled: settled !== '',
  })
  return data?.response.items.some((connector) => connector.key === key) === true
}
