import { Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { authTypeNames, authTypes } from '../../../../../contract/auth-types'
import { connectorFunctionNames, usesFunction } from '../../../../../contract/connectors'
import { CodeEditor } from '../../../../editor/code-editor'
import { findJsonSchemaIssues } from '../../../../editor/json-schema-issues'
import { SchemaPreview } from '../../../../editor/schema-preview'
import { withType, type AuthDraft } from './draft'
import { FunctionCard } from './function-card'
import { StepSection } from './steps'

interface AuthFieldsProps {
  auth: AuthDraft
  /** Returns the error of a field of this authentication option. */
  errorAt: (field: string) => string | undefined
  onChange: (auth: AuthDraft) => void
}

export function AuthTypeFields({ auth, errorAt, onChange }: AuthFieldsProps) {
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
        value={auth.type ?? null}
        error={errorAt('type')}
        onChange={(value) => {
          const type = authTypeNames.find((name) => name === value)
          const { type: _before, ...untyped } = auth
          onChange(type === undefined ? untyped : withType(auth, type))
        }}
      />
      {auth.type !== undefined && (
        <Text fz="xs" c="dimmed">
          {authTypes[auth.type].description}
        </Text>
      )}
      {auth.type === 'proxy' && (
        <TextInput
          label="Proxy key"
          description="The proxy configuration that the workspace uses."
          value={auth.proxyKey}
          error={errorAt('proxyKey')}
          onChange={(event) => onChange({ ...auth, proxyKey: event.currentTarget.value })}
          classNames={{ input: 'mono' }}
        />
      )}
      {auth.type === 'oauth-client' && (
        <TextInput
          label="OAuth client key"
          description="The OAuth client that the organization has registered."
          value={auth.oauthClientKey}
          error={errorAt('oauthClientKey')}
          onChange={(event) => onChange({ ...auth, oauthClientKey: event.currentTarget.value })}
          classNames={{ input: 'mono' }}
        />
      )}
    </Stack>
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

function SchemaFields({ auth, errorAt, onChange }: AuthFieldsProps) {
  return (
    <Stack gap="md">
      {(['inputSchema', 'customCredentialsSchema'] as const).map((name) => (
        <div key={name}>
          <Text fz="sm" fw={550}>
            {schemas[name].label}{' '}
            <Text span fz="xs" c="dimmed" className="mono">
              {name}
            </Text>
          </Text>
          <Text fz="xs" c="dimmed" mb={4}>
            {schemas[name].description}
          </Text>
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
            <CodeEditor
              label={schemas[name].label}
              language="json"
              value={auth[name]}
              onChange={(text) => onChange({ ...auth, [name]: text })}
              check={findJsonSchemaIssues}
              hideIssues={errorAt(name) !== undefined}
            />
            <SchemaPreview
              label={`Form of the ${schemas[name].label.toLowerCase()}`}
              text={auth[name]}
            />
          </SimpleGrid>
          {errorAt(name) !== undefined && (
            <Text fz="xs" c="var(--mantine-color-error)" role="alert">
              {errorAt(name)}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  )
}

/** The functions of the selected type; those of other types are hidden but kept. */
function FunctionFields({ auth, errorAt, onChange }: AuthFieldsProps) {
  const used = connectorFunctionNames.filter((name) => usesFunction(auth.type, name))
  return (
    <Stack gap="xs">
      {used.map((name) => (
        <FunctionCard
          key={name}
          name={name}
          draft={auth.functions[name]}
          error={errorAt(`functions.${name}`)}
          onChange={(draft) => {
            const { [name]: _before, ...others } = auth.functions
            onChange({
              ...auth,
              functions: draft === undefined ? others : { ...others, [name]: draft },
            })
          }}
        />
      ))}
    </Stack>
  )
}

/** The steps for type, schemas and functions of one authentication option. */
export function AuthSteps(props: AuthFieldsProps) {
  return (
    <>
      <StepSection step="schemas">
        <SchemaFields {...props} />
      </StepSection>
      <StepSection step="functions">
        <FunctionFields {...props} />
      </StepSection>
    </>
  )
}
