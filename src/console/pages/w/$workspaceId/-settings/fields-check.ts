import { Validator, type Schema, type SchemaDraft } from '@cfworker/json-schema'
import { z } from 'zod'
import { jsonSchemaObject } from '@/contract/json-schema'
import type { Tenant } from '@/contract/tenants'

/** A tenant with fields that violate a schema. */
interface FieldMismatch {
  tenant: Pick<Tenant, 'id' | 'key' | 'name'>
  /** Error messages, each starting with the member if it concerns one. */
  issues: string[]
}

export interface FieldsCheck {
  /** The number of tenants. */
  checked: number
  mismatches: FieldMismatch[]
}

const schemaToCheck = z.custom<Schema>(
  (value) => jsonSchemaObject.safeParse(value).success,
  'Not a JSON Schema',
)

const drafts: readonly [mark: string, draft: SchemaDraft][] = [
  ['draft-06', '7'],
  ['draft-07', '7'],
  ['2019-09', '2019-09'],
]

function draftOf({ $schema }: Schema): SchemaDraft {
  return drafts.find(([mark]) => $schema?.includes(mark) === true)?.[1] ?? '2020-12'
}

/** Converts a JSON pointer such as `#/a/b~1c` to a readable path: `a.b/c`. */
function memberAt(location: string): string {
  return location
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

/**
 * Validates the fields of tenants against a schema, without storing anything.
 * @param text a JSON Schema
 * @throws an error that explains why the schema can't be checked
 */
export async function checkFields(
  text: string,
  pages: AsyncIterable<readonly Tenant[]>,
): Promise<FieldsCheck> {
  const schema = schemaToCheck.parse(JSON.parse(text))
  const validator = new Validator(schema, draftOf(schema), false)
  const result: FieldsCheck = { checked: 0, mismatches: [] }
  for await (const tenants of pages) {
    for (const { id, key, name, fields } of tenants) {
      result.checked += 1
      const { errors } = validator.validate(fields)
      // An error that contains others only says that one of them is wrong.
      const issues = errors.filter(
        ({ keywordLocation }) =>
          !errors.some((other) => other.keywordLocation.startsWith(`${keywordLocation}/`)),
      )
      if (issues.length === 0) continue
      const messages = issues.map(({ instanceLocation, error }) =>
        [memberAt(instanceLocation), error].filter((part) => part !== '').join(': '),
      )
      result.mismatches.push({
        tenant: { id, key, ...(name === undefined ? {} : { name }) },
        issues: [...new Set(messages)],
      })
    }
  }
  return result
}
