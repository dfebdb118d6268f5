import { Button, Group, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'

/** A field for the id or key of one record. */
export function SelectorForm({
  value,
  action,
  onChoose,
}: {
  value: string | undefined
  action: string
  onChoose: (selector: string) => void
}) {
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const selector = new FormData(event.currentTarget).get('selector')
    if (typeof selector === 'string' && selector.trim() !== '') onChoose(selector.trim())
  }
  return (
    <form onSubmit={choose}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          name="selector"
          label="ID or key"
          flex={1}
          classNames={{ input: 'mono' }}
          key={value}
          defaultValue={value}
        />
        <Button type="submit" variant="default">
          {action}
        </Button>
      </Group>
    </form>
  )
}
