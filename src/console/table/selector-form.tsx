import { Button, Group, TextInput } from '@mantine/core'
import { useLayoutEffect, useRef, type FormEvent } from 'react'

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
  const field = useRef<HTMLInputElement>(null)
  // A new field for each value would lose the focus.
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = value ?? ''
  }, [value])
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
          ref={field}
        />
        <Button type="submit" variant="default">
          {action}
        </Button>
      </Group>
    </form>
  )
}
