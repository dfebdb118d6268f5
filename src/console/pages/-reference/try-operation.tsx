import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import type { Parameter, Reference, ReferenceOperation } from '@/console/api/reference'
import { parseJson } from '@/console/browser/parse-json'
import { ownApi } from '@/console/browser/site'
import { CodeEditor } from '@/console/editor/code-editor'
import { curlOf } from '@/console/forms/request-text'
import { ErrorAlert } from '@/console/layout/error-alert'
import { useSession } from '@/console/session/use-session'
import { CopyButton } from '@/console/ui/copy-button'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { exampleOf, typeText } from './schema-text'
import {
  initialValues,
  keyOfParameter,
  requestOf,
  sendRequest,
  trialParameters,
} from './trial-request'
import { TrialResult } from './trial-result'

interface ParameterFieldProps {
  parameter: Parameter
  value: string
  onChange: (value: string) => void
}

function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  const { name, required, schema } = parameter
  const choices = schema.type === 'boolean' ? ['true', 'false'] : schema.enum?.map(String)
  if (choices !== undefined)
    return (
      <Select
        label={name}
        required={required}
        data={choices}
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${name}` }}
      />
    )
  return (
    <TextInput
      label={name}
      required={required}
      placeholder={typeText(schema)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A form that sends a request with the session's token and shows the response. */
export function TryOperation({
  operation,
  schemas,
}: {
  operation: ReferenceOperation
  schemas: Reference['schemas']
}) {
  const session = useSession()
  const { href } = useLocation()
  const { method, requestBody } = operation
  const parameters = trialParameters(operation, session)
  const bodySchema = requestBody?.content['application/json']?.schema
  const [values, setValues] = useState(() => initialValues(operation, session))
  const [text, setText] = useState(() =>
    bodySchema === undefined ? '' : JSON.stringify(exampleOf(bodySchema, schemas), null, 2),
  )
  const body = parseJson(text)
  const request = requestOf(operation, parameters, session?.baseUrl ?? ownApi, values, body)
  const trial = useMutation({ mutationFn: () => sendRequest(request, session?.token) })
  return (
    <Stack
      component="form"
      gap="sm"
      onSubmit={(event) => {
        event.preventDefault()
        trial.mutate()
      }}
    >
      {parameters.map((parameter) => {
        const key = keyOfParameter(parameter)
        return (
          <ParameterField
            key={key}
            parameter={parameter}
            value={values[key] ?? ''}
            onChange={(value) => setValues({ ...values, [key]: value })}
          />
        )
      })}
      {bodySchema !== undefined && (
        <CodeEditor label="Request body" language="json" value={text} onChange={setText} />
      )}
      {session === undefined && (
        <Text fz="sm">
          <LinkAnchor to="/sign-in" search={{ next: href }} fz="sm" underline="always">
            Sign in
          </LinkAnchor>{' '}
          to send requests with your token.
        </Text>
      )}
      {method !== 'GET' && (
        <Text fz="sm" c="dimmed">
          This request works on real data.
        </Text>
      )}
      <Group gap="xs">
        <Button
          type="submit"
          loading={trial.isPending}
          disabled={body === undefined && text.trim() !== ''}
        >
          Send request
        </Button>
        <CopyButton value={curlOf(request)} label="Copy as cURL" />
      </Group>
      <ErrorAlert error={trial.error} />
      {trial.data !== undefined && <TrialResult response={trial.data} />}
    </Stack>
  )
}
