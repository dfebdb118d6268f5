import { Button, Group, SimpleGrid } from '@mantine/core'
import { Controller, useFormState } from 'react-hook-form'
import { useHasExtensions } from '@/console/api/workspaces'
import { CodeEditor } from '@/console/editor/code-editor'
import { findJsonSchemaIssues } from '@/console/editor/json-schema-issues'
import { SchemaPreview } from '@/console/editor/schema-preview'
import { Section } from '@/console/forms/section'
import { indentJson } from '@/console/ui/code/indent-json'
import { useEditing } from './editing'
import { SettingRow } from './setting-row'
import { TryFields } from './try-fields'

/** The schema of the fields of tenants, with a preview and a check. */
export function UserFieldsSection() {
  const { form, workspace, readOnly } = useEditing()
  const hasExtensions = useHasExtensions()
  const { control, setValue, getValues } = form
  const { errors } = useFormState({ control, name: 'userFieldsSchema' })
  const formatButton = !readOnly && (
    <Button
      variant="default"
      size="compact-xs"
      onClick={() =>
        setValue('userFieldsSchema', indentJson(getValues('userFieldsSchema')), {
          shouldValidate: true,
        })
      }
    >
      Format
    </Button>
  )
  return (
    <Section id="user-fields" title="User fields">
      <SettingRow
        path="userFieldsSchema"
        wide
        isGroup
        description={
          'JSON Schema of the fields stored for each tenant. Unknown keywords are preserved.'
        }
      >
        {(field) => (
          <Controller
            control={control}
            name="userFieldsSchema"
            render={({ field: { value, onChange, onBlur, ref } }) => (
              <SimpleGrid cols={{ base: 1, md: 2 }} spacing="sm">
                {/* Takes the focus if the text has to be corrected before the editor is loaded. */}
                <div ref={ref} tabIndex={-1}>
                  <CodeEditor
                    label="User fields schema"
                    language="json"
                    value={value}
                    onChange={onChange}
                    onBlur={onBlur}
                    readOnly={readOnly}
                    check={findJsonSchemaIssues}
                    hideIssues={errors.userFieldsSchema !== undefined}
                    describedBy={field['aria-describedby']}
                    minHeight="10rem"
                  />
                  {hasExtensions ? (
                    <TryFields
                      workspaceId={workspace.id}
                      text={value}
                      disabled={value.trim() === '' || errors.userFieldsSchema !== undefined}
                    >
                      {formatButton}
                    </TryFields>
                  ) : (
                    <Group mt={4}>{formatButton}</Group>
                  )}
                </div>
                <SchemaPreview label="Form of the user fields" text={value} />
              </SimpleGrid>
            )}
          />
        )}
      </SettingRow>
    </Section>
  )
}
