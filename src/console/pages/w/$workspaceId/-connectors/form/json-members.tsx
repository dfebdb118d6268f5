import { Text } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { CodeEditor } from '@/console/editor/code-editor'
import { useDraftForm } from './connector-form'
import { FieldError } from './field-error'
import type { AuthPath } from './request-of-draft'

interface JsonMembersProps {
  label: string
  name: 'parameters' | 'others' | `${AuthPath}.others`
}

/** A JSON field for members without a form field. */
export function JsonMembers({ label, name }: JsonMembersProps) {
  const { control } = useDraftForm()
  return (
    <div>
      <Text fz="sm" fw={550} mb={4}>
        {label}{' '}
        <Text span fz="xs" c="dimmed">
          JSON, optional
        </Text>
      </Text>
      <Controller
        control={control}
        name={name}
        render={({ field: { value, onChange }, fieldState: { error } }) => (
          <CodeEditor
            label={label}
            language="json"
            value={value}
            onChange={onChange}
            hideIssues={error !== undefined}
            minHeight="3.5rem"
          />
        )}
      />
      <FieldError name={name} />
    </div>
  )
}
