import { Text } from '@mantine/core'

/** Shows a description; text between backticks becomes code. */
export function Markup({ text = '' }: { text?: string | undefined }) {
  if (text === '') return null
  return (
    <Text fz="sm" c="dimmed">
      {text
        .split('`')
        .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </Text>
  )
}
