import { z } from 'zod'
import type { Operation } from '@/contract/operation'
import { exampleOf } from './example'
import { describeMember } from './members'

export type Json = Record<string, unknown>

/** The named schemas (`.meta({ id })`) of a document. */
export class Components {
  readonly schemas: Record<string, unknown> = {}

  /** Converts a zod schema to JSON Schema, with references to its named parts. */
  schema(schema: z.ZodType, io: 'input' | 'output'): Json {
    const {
      $defs,
      $schema: _dialect,
      ...inline
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      reused: 'inline',
      override: ({ jsonSchema }) => {
        // Where a schema states its type, its alternatives are other ways to write it in a query.
        if (jsonSchema.type !== undefined) delete jsonSchema.anyOf
        // Client generators treat a member with a default as always present.
        if (io === 'input') delete jsonSchema.default
      },
    })
    for (const [name, part] of Object.entries($defs ?? {})) this.#add(name, part)
    const name = schema.meta()?.id
    if (name === undefined) return withReferences(inline)
    // A recursive schema is returned as a reference to its own definition.
    if (inline.$ref === undefined) this.#add(name, inline)
    return { $ref: `#/components/schemas/${name}` }
  }

  /** Builds an example of a schema that `schema` returned. */
  example(schema: Json, name: string): unknown {
    return exampleOf(schema, this.schemas, [name, ''])
  }

  #add(name: string, { id: _id, ...part }: Json): void {
    const schema = withReferences(part)
    this.schemas[name] = schema
    describeMembers(schema, name)
  }
}

/**
 * Describes each member of a schema that has no description yet, and of the schemas inside.
 * @param name the name of the schema, or of the member it describes
 */
function describeMembers(schema: unknown, name: string): void {
  if (typeof schema !== 'object' || schema === null) return
  const members = 'properties' in schema ? schema.properties : undefined
  if (typeof members === 'object' && members !== null)
    for (const [member, part] of Object.entries(members)) {
      if (typeof part !== 'object' || part === null) continue
      const description = describeMember(name, member)
      if (!('description' in part) && description !== undefined)
        Object.assign(part, { description })
      describeMembers(part, member)
    }
  for (const inner of ['items', 'additionalProperties', 'anyOf'] as const) {
    const parts: unknown = inner in schema ? Reflect.get(schema, inner) : undefined
    for (const part of Array.isArray(parts) ? parts : [parts]) describeMembers(part, name)
  }
}

const keyedByNames = z.object({
  propertyNames: z.object({ enum: z.array(z.string()) }),
  additionalProperties: z.unknown(),
})

/**
 * Rewrites a record with a fixed list of keys as an object with these properties, which people and
 * tools understand better.
 */
function withProperties(_key: string, value: unknown): unknown {
  const keyed = keyedByNames.safeParse(value)
  if (!keyed.success || typeof value !== 'object') return value
  const { propertyNames, additionalProperties } = keyed.data
  // Each property has its own copy, since each gets its own description.
  const properties = Object.fromEntries(
    propertyNames.enum.map((name) => [name, structuredClone(additionalProperties)]),
  )
  return { ...value, propertyNames: undefined, properties, additionalProperties: false }
}

/** Converts references and keyed objects to the form of an OpenAPI document. */
function withReferences(schema: Json): Json {
  return z
    .record(z.string(), z.unknown())
    .parse(
      JSON.parse(
        JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'),
        withProperties,
      ),
    )
}

const contentTypes = {
  none: 'application/json',
  events: 'text/event-stream',
  lines: 'application/x-ndjson',
} as const

/** Describes a body, or each event or line of a stream, by its schema and an example. */
export function contentOf(
  components: Components,
  schema: z.ZodType,
  io: 'input' | 'output',
  id: string,
  stream?: Operation['stream'],
): Json {
  const json = components.schema(schema, io)
  describeMembers(json, id)
  return {
    [contentTypes[stream ?? 'none']]: { schema: json, example: components.example(json, id) },
  }
}
