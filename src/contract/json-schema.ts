import { z } from 'zod'

const typeNames = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const

function isRegularExpression(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

const count = z.number().int().nonnegative()
const unique = (names: readonly string[]) => new Set(names).size === names.length
const requiredNames = z.array(z.string()).refine(unique, 'Name each property once')
const regularExpression = z.string().refine(isRegularExpression, 'Not a regular expression')

/**
 * A JSON Schema, checked keyword by keyword so that each error has a path. Unknown
 * keywords, such as those of an engine, are kept unchanged.
 */
export const jsonSchemaObject = z
  .looseObject({
    $ref: z.string().optional(),
    $id: z.string().optional(),
    $schema: z.string().optional(),
    $anchor: z.string().optional(),
    $dynamicRef: z.string().optional(),
    $dynamicAnchor: z.string().optional(),
    $comment: z.string().optional(),
    title: z.string().optional(),
    description: z.string().optional(),
    type: z
      .union(
        [
          z.enum(typeNames),
          z.array(z.enum(typeNames)).min(1).refine(unique, 'Name each type once'),
        ],
        `Use ${typeNames.join(', ')}, or a list of them`,
      )
      .optional(),
    enum: z.array(z.unknown()).optional(),
    format: z.string().optional(),
    contentEncoding: z.string().optional(),
    contentMediaType: z.string().optional(),
    pattern: regularExpression.optional(),
    minLength: count.optional(),
    maxLength: count.optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    exclusiveMinimum: z.number().optional(),
    exclusiveMaximum: z.number().optional(),
    multipleOf: z.number().positive().optional(),
    minItems: count.optional(),
    maxItems: count.optional(),
    minContains: count.optional(),
    maxContains: count.optional(),
    uniqueItems: z.boolean().optional(),
    minProperties: count.optional(),
    maxProperties: count.optional(),
    required: requiredNames.optional(),
    dependentRequired: z.record(z.string(), requiredNames).optional(),
    readOnly: z.boolean().optional(),
    writeOnly: z.boolean().optional(),
    deprecated: z.boolean().optional(),
    examples: z.array(z.unknown()).optional(),
    get properties() {
      return z.record(z.string(), jsonSchema).optional()
    },
    get patternProperties() {
      return z.record(regularExpression, jsonSchema).optional()
    },
    get dependentSchemas() {
      return z.record(z.string(), jsonSchema).optional()
    },
    get additionalProperties() {
      return jsonSchema.optional()
    },
    get unevaluatedProperties() {
      return jsonSchema.optional()
    },
    get unevaluatedItems() {
      return jsonSchema.optional()
    },
    get contentSchema() {
      return jsonSchema.optional()
    },
    get propertyNames() {
      return jsonSchema.optional()
    },
    get items() {
      return z.union([jsonSchema, z.array(jsonSchema)]).optional()
    },
    get prefixItems() {
      return z.array(jsonSchema).optional()
    },
    get contains() {
      return jsonSchema.optional()
    },
    get allOf() {
      return z.array(jsonSchema).min(1).optional()
    },
    get anyOf() {
      return z.array(jsonSchema).min(1).optional()
    },
    get oneOf() {
      return z.array(jsonSchema).min(1).optional()
    },
    get not() {
      return jsonSchema.optional()
    },
    get if() {
      return jsonSchema.optional()
    },
    get then() {
      return jsonSchema.optional()
    },
    get else() {
      return jsonSchema.optional()
    },
    get $defs() {
      return z.record(z.string(), jsonSchema).optional()
    },
    get definitions() {
      return z.record(z.string(), jsonSchema).optional()
    },
  })
  .meta({ id: 'JsonSchema' })

/** A JSON Schema object, or `true` or `false`, which stand for any value and none. */
const jsonSchema: z.ZodType = z.union([z.boolean(), z.lazy(() => jsonSchemaObject)])
