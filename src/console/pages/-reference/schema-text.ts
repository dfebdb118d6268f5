import type { Reference, SchemaNode } from '@/console/api/reference'
import { formatCount } from '@/console/ui/format/format-count'

type Schemas = Reference['schemas']

export interface Member {
  name: string
  schema: SchemaNode
  required: boolean
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)

/** Follows a reference to the schema it names. */
function resolve(schema: SchemaNode, schemas: Schemas): SchemaNode {
  return schema.$ref === undefined ? schema : (schemas[nameOf(schema.$ref)] ?? {})
}

const optionsOf = (schema: SchemaNode) => schema.anyOf ?? schema.oneOf ?? []

/**
 * Lists the members of a schema: of an object, of the items of an array, or of its alternatives.
 */
export function membersOf(schema: SchemaNode, schemas: Schemas): Member[] {
  const target = resolve(schema, schemas)
  if (target.items !== undefined) return membersOf(target.items, schemas)
  const { properties = {}, required = [], additionalProperties } = target
  const choices = optionsOf(target)
    .map((choice, index) => ({ name: `Option ${index + 1}`, schema: choice, required: false }))
    .filter((choice) => membersOf(choice.schema, schemas).length > 0)
  return [
    ...Object.entries(properties).map(([name, member]) => ({
      name,
      schema: member,
      required: required.includes(name),
    })),
    ...(typeof additionalProperties === 'object'
      ? [{ name: 'any other name', schema: additionalProperties, required: false }]
      : []),
    ...choices,
  ]
}

function rangeOf({ minimum, maximum }: SchemaNode): string | undefined {
  if (minimum !== undefined && maximum !== undefined)
    return `${formatCount(minimum)} to ${formatCount(maximum)}`
  if (minimum !== undefined) return `at least ${formatCount(minimum)}`
  return maximum === undefined ? undefined : `at most ${formatCount(maximum)}`
}

/**
 * Describes the type of a value and its limits in a few words: `string, at most 200 characters`.
 */
export function typeText(schema: SchemaNode): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined)
    return schema.enum.map((value) => JSON.stringify(value)).join(' or ')
  if (schema.items !== undefined)
    return [
      `array of ${typeText(schema.items)}`,
      ...(schema.maxItems === undefined ? [] : [`at most ${formatCount(schema.maxItems)} items`]),
    ].join(', ')
  const choices = [...new Set(optionsOf(schema).map(typeText))]
  const type = choices.length > 0 ? choices : [schema.type ?? 'any value'].flat()
  const limits = [
    schema.format,
    rangeOf(schema),
    schema.maxLength === undefined
      ? undefined
      : `at most ${formatCount(schema.maxLength)} characters`,
  ].filter((text) => text !== undefined)
  return [type.join(' or '), ...limits].join(', ')
}

/** Builds an example to start from: the required members with empty values. */
export function exampleOf(schema: SchemaNode, schemas: Schemas): unknown {
  const target = resolve(schema, schemas)
  if (target.const !== undefined) return target.const
  if (target.enum !== undefined) return target.enum[0]
  const [choice] = optionsOf(target)
  if (choice !== undefined) return exampleOf(choice, schemas)
  switch ([target.type].flat()[0]) {
    case 'string':
      return ''
    case 'integer':
    case 'number':
      return target.minimum ?? 0
    case 'boolean':
      return false
    case 'array':
      return []
    case 'null':
      return null
    default:
      return Object.fromEntries(
        (target.required ?? []).map((name) => [
          name,
          exampleOf(target.properties?.[name] ?? {}, schemas),
        ]),
      )
  }
}
