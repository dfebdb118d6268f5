import {
  Checkbox,
  Fieldset,
  JsonInput,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { z } from 'zod'
import { parseJson } from '@/console/browser/parse-json'
import { formatCount } from '@/console/ui/format/format-count'
import { freeObject } from '@/contract/field'
import { firstFields } from './first-fields'

/** The keywords of a JSON Schema that decide how its field looks. Others are ignored. */
const displaySchema = z.looseObject({
  type: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .catch(undefined),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  format: z.string().optional().catch(undefined),
  enum: z.array(z.unknown()).optional().catch(undefined),
  default: z.unknown().optional(),
  required: z.array(z.string()).catch([]),
  properties: freeObject.optional().catch(undefined),
  items: z.unknown().optional(),
  minimum: z.number().optional().catch(undefined),
  maximum: z.number().optional().catch(undefined),
  maxLength: z.number().optional().catch(undefined),
  readOnly: z.boolean().catch(false),
  isSensitive: z.boolean().catch(false),
})
type Shown = z.infer<typeof displaySchema>

const inputTypes: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'datetime-local',
  time: 'time',
  email: 'email',
  uri: 'url',
  url: 'url',
}

function kindOf({ type, properties, items }: Shown): string | undefined {
  const named = typeof type === 'string' ? type : type?.find((name) => name !== 'null')
  if (named !== undefined) return named
  if (properties !== undefined) return 'object'
  return items === undefined ? undefined : 'array'
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** The most choices that are listed. */
const maxChoices = 200

/** Converts values to choices without duplicates, since the select rejects those. */
function choicesOf(values: readonly unknown[]): string[] {
  return [
    ...new Set(values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))),
  ]
}

interface FieldProps {
  name: string
  schema: unknown
  required: boolean
}

function Field({ name, schema, required }: FieldProps) {
  const shown = displaySchema.safeParse(schema).data ?? displaySchema.parse({})
  const shared = {
    label: shown.title ?? name,
    description: shown.description,
    required,
    readOnly: shown.readOnly,
  }
  const kind = kindOf(shown)
  if (kind === 'object' && shown.properties !== undefined) {
    return (
      <Fieldset legend={shared.label} p="sm">
        {shown.description !== undefined && (
          <Text fz="xs" c="dimmed">
            {shown.description}
          </Text>
        )}
        <Members schema={shown} />
      </Fieldset>
    )
  }
  if (shown.enum !== undefined)
    return (
      <Select
        {...shared}
        data={choicesOf(shown.enum)}
        limit={maxChoices}
        searchable={shown.enum.length > maxChoices}
        defaultValue={textOf(shown.default) || null}
        clearable={!required}
        clearButtonProps={{ 'aria-label': `Clear ${shared.label}` }}
      />
    )
  switch (kind) {
    case 'number':
    case 'integer':
      return (
        <NumberInput
          {...shared}
          {...(shown.minimum === undefined ? {} : { min: shown.minimum })}
          {...(shown.maximum === undefined ? {} : { max: shown.maximum })}
          allowDecimal={kind === 'number'}
          defaultValue={typeof shown.default === 'number' ? shown.default : ''}
        />
      )
    case 'boolean':
      return (
        <Checkbox
          label={shared.label}
          description={shown.description}
          defaultChecked={shown.default === true}
          disabled={shown.readOnly}
        />
      )
    case 'array': {
      const items = displaySchema.safeParse(shown.items).data
      if (items !== undefined && kindOf(items) === 'object')
        return (
          <Fieldset legend={`${shared.label}: each entry`} p="sm">
            <Members schema={items} />
          </Fieldset>
        )
      return (
        <TagsInput
          {...shared}
          data={choicesOf(items?.enum ?? [])}
          limit={maxChoices}
          defaultValue={Array.isArray(shown.default) ? choicesOf(shown.default) : []}
        />
      )
    }
    case 'string': {
      const input = {
        ...shared,
        defaultValue: textOf(shown.default),
        ...(shown.maxLength === undefined ? {} : { maxLength: shown.maxLength }),
      }
      return shown.isSensitive || shown.format === 'password' ? (
        <PasswordInput {...input} autoComplete="off" />
      ) : (
        <TextInput {...input} type={inputTypes[shown.format ?? ''] ?? 'text'} />
      )
    }
    default:
      return <JsonInput {...shared} defaultValue={textOf(shown.default)} autosize minRows={2} />
  }
}

function Members({ schema }: { schema: Shown }) {
  return (
    <Stack gap="xs">
      {Object.entries(schema.properties ?? {}).map(([name, member]) => (
        <Field
          key={`${name} ${JSON.stringify(member)}`}
          name={name}
          schema={member}
          required={schema.required.includes(name)}
        />
      ))}
    </Stack>
  )
}

function Hint({ children }: { children: string }) {
  return (
    <Text fz="sm" c="dimmed">
      {children}
    </Text>
  )
}

/** The fields of a schema: its members, or one for its value. */
function SchemaFields({ schema }: { schema: Shown | undefined }) {
  if (schema !== undefined && Object.keys(schema.properties ?? {}).length > 0)
    return <Members schema={schema} />
  const kind = schema && kindOf(schema)
  return kind === undefined || kind === 'object' ? (
    <Hint>The schema has no properties: the form has no fields.</Hint>
  ) : (
    <Field name="Value" schema={schema} required={false} />
  )
}

/** Shows the form fields of a JSON Schema, or why it has none. */
export default function SchemaForm({ text }: { text: string }) {
  if (text.trim() === '') return <Hint>Add a schema to preview the form.</Hint>
  const json = parseJson(text)
  if (json === undefined) return <Hint>The form appears as soon as the JSON is right.</Hint>
  const { schema, leftOut } = firstFields(json)
  return (
    <>
      <SchemaFields schema={displaySchema.safeParse(schema).data} />
      {leftOut > 0 && (
        <Text fz="sm" c="dimmed" mt="xs">
          {formatCount(leftOut)} more {leftOut === 1 ? 'field is' : 'fields are'} not shown here.
        </Text>
      )}
    </>
  )
}
