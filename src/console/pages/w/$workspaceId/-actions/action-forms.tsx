import { SimpleGrid, Text, Title } from '@mantine/core'
import { SchemaPreview } from '@/console/editor/schema-preview'

/** The members of an action that are JSON Schemas, in the order of their use. */
const schemas = {
  inputSchema: 'Input',
  outputSchema: 'Output',
  customOutputSchema: 'Custom output',
  defaultOutputSchema: 'Default output',
  transformedOutputSchema: 'Transformed output',
} as const

/** The input and output of an action, as forms made from their schemas. */
export function ActionForms({ action }: { action: Record<string, unknown> }) {
  const present = Object.entries(schemas).filter(
    ([name]) => action[name] !== undefined && action[name] !== null,
  )
  if (present.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        This action has no schema for its input or output.
      </Text>
    )
  return (
    <SimpleGrid cols={{ base: 1, lg: Math.min(present.length, 2) }}>
      {present.map(([name, label]) => (
        <section key={name} aria-label={label}>
          <Title order={2} fz="sm" mb={4}>
            {label}{' '}
            <Text span fz="xs" c="dimmed" fw={400} className="mono">
              {name}
            </Text>
          </Title>
          <SchemaPreview label={`Form of ${name}`} text={JSON.stringify(action[name])} />
        </section>
      ))}
    </SimpleGrid>
  )
}
