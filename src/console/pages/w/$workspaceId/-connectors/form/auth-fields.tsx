import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Controller, useWatch } from 'react-hook-form'
import { CodeEditor } from '@/console/editor/code-editor'
import { findJsonSchemaIssues } from '@/console/editor/json-schema-issues'
import { SchemaPreview } from '@/console/editor/schema-preview'
import { authTypeNames, authTypes } from '@/contract/auth-types'
import { connectorFunctionNames, usesFunction } from '@/contract/connectors'
import { useDraftForm, useFieldError } from './connector-form'
import { withType } from './draft'
import { FieldError } from './field-error'
import { FunctionCard } from './function-card'
import type { AuthPath } from './request-of-draft'
import { StepSection } from './steps'

interface AuthFieldsProps {
  /** The path of the authentication option in the form. */
  path: AuthPath
}

/** The type of an authentication option, with the key that some types need. */
export function AuthTypeFields({ path }: AuthFieldsProps) {
  const { control, getValues, setValue } = useDraftForm()
  const type = useWatch({ control, name: `${path}.type` })
  const error = useFieldError(`${path}.type`)
  return (
    <Stack gap="xs">
      <Select
        label="Authentication type"
        placeholder="Choose a type"
        clearable
        clearButtonProps={{ 'aria-label': 'No authentication type' }}
        data={authTypeNames.map((name) => ({
          value: name,
          label: `${authTypes[name].label} (${name})`,
        }))}
        value={type ?? null}
        error={error}
        onChange={(value) => {
          const { type: _before, ...untyped } = getValues(path)
          setValue(path, value === null ? untyped : withType(untyped, value))
        }}
      />
      {type !== undefined && (
        <Text fz="xs" c="dimmed">
          {authTypes[type].description}
        </Text>
      )}
      {type === 'proxy' && (
        <KeyField
          name={`${path}.proxyKey`}
          label="Proxy key"
          description="The proxy configuration that the workspace uses."
        />
      )}
      {type === 'oauth-client' && (
        <KeyField
          name={`${path}.oauthClientKey`}
          label="OAuth client key"
          description="The OAuth client that the organization has registered."
        />
      )}
    </Stack>
  )
}

interface KeyFieldProps {
  name: `${AuthPath}.${'proxyKey' | 'oauthClientKey'}`
  label: string
  description: string
}

function KeyField({ name, ...props }: KeyFieldProps) {
  const { control } = useDraftForm()
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextInput
          {...field}
          {...props}
          error={fieldState.error?.message}
          classNames={{ input: 'mono' }}
        />
      )}
    />
  )
}

const schemas = {
  inputSchema: {
    label: 'Input schema',
    description: 'JSON Schema of what a customer enters to connect.',
  },
  customCredentialsSchema: {
    label: 'Custom credentials schema',
    description: 'JSON Schema of credentials that a workspace can set in place of yours.',
  },
} as const

function SchemaField({ path, name }: AuthFieldsProps & { name: keyof typeof schemas }) {
  const { control } = useDraftForm()
  const { label, description } = schemas[name]
  return (
    <div>
      <Text fz="sm" fw={550}>
        {label}{' '}
        <Text span fz="xs" c="dimmed" className="mono">
          {name}
        </Text>
      </Text>
      <Text fz="xs" c="dimmed" mb={4}>
        {description}
      </Text>
      <Controller
        control={control}
        name={`${path}.${name}`}
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
            <CodeEditor
              label={label}
              language="json"
              value={value}
              onChange={onChange}
              check={findJsonSchemaIssues}
              hideIssues={error !== undefined}
            />
            <SchemaPreview label={`Form of the ${label.toLowerCase()}`} text={value} />
          </SimpleGrid>
        )}
      />
      <FieldError name={`${path}.${name}`} />
    </div>
  )
}

/** The functions of the selected type; those of other types are hidden but kept. */
function FunctionFields({ path }: AuthFieldsProps) {
  const { control } = useDraftForm()
  const type = useWatch({ control, name: `${path}.type` })
  const used = connectorFunctionNames.filter((name) => usesFunction(type, name))
  return (
    <Stack gap="xs">
      {used.map((name) => (
        <FunctionCard key={name} name={name} path={`${path}.functions.${name}`} />
      ))}
    </Stack>
  )
}

/** The steps for schemas and functions of one authentication option. */
export function AuthSteps({ path }: AuthFieldsProps) {
  return (
    <>
      <StepSection step="schemas">
        <Stack gap="md">
          <SchemaField path={path} name="inputSchema" />
          <SchemaField path={path} name="customCredentialsSchema" />
        </Stack>
      </StepSection>
      <StepSection step="functions">
        <FunctionFields path={path} />
      </StepSection>
    </>
  )
}
