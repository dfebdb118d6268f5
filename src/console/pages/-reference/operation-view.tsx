import { Badge, Group, Stack, Text, Title } from '@mantine/core'
import type { Reference, ReferenceOperation } from '@/console/api/reference'
import { CopyButton } from '@/console/ui/copy-button'
import { Markup } from './markup'
import { MethodBadge } from './method-badge'
import { Part } from './part'
import { typeText } from './schema-text'
import { MemberLine, SchemaTree } from './schema-tree'
import { TryOperation } from './try-operation'
import classes from './reference.module.css'

/** Documents one operation: parameters, body and responses, and a form to try it. */
export function OperationView({
  operation,
  schemas,
}: {
  operation: ReferenceOperation
  schemas: Reference['schemas']
}) {
  const { method, path, summary, description, parameters, requestBody, responses } = operation
  const body = requestBody?.content['application/json']?.schema
  return (
    <Stack component="article" gap="lg" aria-labelledby="operation">
      <div>
        <Group gap="sm" wrap="nowrap" align="flex-start">
          <Title order={2} id="operation">
            {summary}
          </Title>
          <CopyButton value={location.href} label="Copy link" iconOnly />
        </Group>
        <Group gap="xs" my="xs">
          <Group gap="xs" wrap="nowrap">
            <MethodBadge method={method} />
            <code className={classes['path']}>{path}</code>
          </Group>
          {operation['x-extension'] && <Badge color="gray">Extension</Badge>}
        </Group>
        <Markup text={description} />
      </div>
      {parameters.length > 0 && (
        <Part title="Parameters">
          <ul className={classes['members']}>
            {parameters.map((parameter) => (
              <li key={`${parameter.in} ${parameter.name}`}>
                <MemberLine {...parameter} />
                <Text span fz="xs" c="dimmed">
                  , in the {parameter.in}
                </Text>
                <Markup text={parameter.description} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {body !== undefined && (
        <Part title={`Request body: ${typeText(body)}`}>
          <SchemaTree schema={body} schemas={schemas} />
        </Part>
      )}
      <Part title="Try it">
        <TryOperation operation={operation} schemas={schemas} />
      </Part>
      <Part title="Responses">
        <Stack gap="sm">
          {Object.entries(responses).map(([status, { description: meaning, content }]) => {
            const schema = content?.['application/json']?.schema
            return (
              <div key={status}>
                <Group gap="xs" align="baseline" wrap="nowrap">
                  <Badge
                    color={status.startsWith('2') ? 'signal' : 'gray'}
                    style={{ flexShrink: 0 }}
                  >
                    {status}
                  </Badge>
                  <Markup text={meaning} />
                </Group>
                {schema !== undefined && status.startsWith('2') && (
                  <SchemaTree schema={schema} schemas={schemas} />
                )}
              </div>
            )
          })}
        </Stack>
      </Part>
    </Stack>
  )
}
