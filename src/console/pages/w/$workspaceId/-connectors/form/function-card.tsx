import { Box, Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { CodeEditor } from '@/console/editor/code-editor'
import { Breakable } from '@/console/ui/breakable'
import { functionFacts, type ConnectorFunctionName, type FunctionKind } from '@/contract/connectors'
import { TestRun } from '../test-run/test-run'
import { useDraftForm, useFieldError } from './connector-form'
import { newFunction, withKind, type FunctionDraft } from './draft'
import { FieldError } from './field-error'
import type { AuthPath } from './request-of-draft'

const kindLabels: Record<FunctionKind, string> = {
  javascript: 'JavaScript',
  mapping: 'Mapping',
  'operation-mapping': 'Operation',
  'rest-api-mapping': 'REST call',
  'graphql-api-mapping': 'GraphQL call',
}

interface FunctionCardProps {
  name: ConnectorFunctionName
  /** The path of the function in the form. */
  path: `${AuthPath}.functions.${ConnectorFunctionName}`
}

/** Edits one function of a connector: whether it exists, its kind, and its code or mapping. */
export function FunctionCard({ name, path }: FunctionCardProps) {
  const { control, setValue } = useDraftForm()
  // Undefined if the connector does not have the function.
  const draft = useWatch({ control, name: path })
  const onChange = (next: FunctionDraft | undefined) => setValue(path, next)
  const { label, description, kinds, expected } = functionFacts(name)
  const error = useFieldError(path)
  return (
    <section className="panel" style={{ padding: 'var(--mantine-spacing-sm)' }} aria-label={label}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Box miw={0} style={{ overflowWrap: 'anywhere' }}>
          <Group gap={6}>
            <Text fz="sm" fw={600}>
              {label}
            </Text>
            <Text fz="xs" c="dimmed" className="mono">
              <Breakable text={name} />
            </Text>
            {expected === true && (
              <Text fz="xs" c="dimmed">
                expected
              </Text>
            )}
          </Group>
          <Text fz="xs" c="dimmed">
            {description}
          </Text>
        </Box>
        <Button
          size="compact-xs"
          flex="none"
          variant="default"
          onClick={() => onChange(draft === undefined ? newFunction(name) : undefined)}
          aria-label={draft === undefined ? `Write ${label}` : `Leave out ${label}`}
        >
          {draft === undefined ? 'Write' : 'Leave out'}
        </Button>
      </Group>
      {draft !== undefined && (
        <Stack gap={6} mt="xs">
          <Group gap="xs">
            {(kinds.length > 1 || draft.kind === undefined) && (
              <SegmentedControl
                size="xs"
                aria-label={`Kind of ${label}`}
                value={draft.kind ?? ''}
                data={kinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))}
                onChange={(value) => {
                  const kind = kinds.find((known) => known === value)
                  if (kind !== undefined) onChange(withKind(draft, kind))
                }}
              />
            )}
            <TextInput
              size="xs"
              flex={1}
              miw={160}
              aria-label={`Description of ${label}`}
              placeholder="Description"
              value={draft.description}
              onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
            />
          </Group>
          {draft.kind === undefined && (
            <Text fz="xs" c="dimmed">
              It has no type. Choose one to write the function.
            </Text>
          )}
          {draft.kind === 'javascript' && (
            <>
              <CodeEditor
                label={`Code of ${label}`}
                language="javascript"
                value={draft.code}
                onChange={(code) => onChange({ ...draft, code })}
              />
              <TestRun name={name} code={draft.code} />
            </>
          )}
          {draft.kind !== undefined && draft.kind !== 'javascript' && (
            <CodeEditor
              label={`Mapping of ${label}`}
              language="json"
              value={draft.mapping}
              onChange={(mapping) => onChange({ ...draft, mapping })}
              hideIssues={error !== undefined}
              minHeight="4rem"
            />
          )}
        </Stack>
      )}
      <FieldError name={path} />
    </section>
  )
}
