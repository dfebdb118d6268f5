import { Validator, type Schema, type SchemaDraft } from '@cfworker/json-schema'
import { z } from 'zod'
import { jsonSchemaObject } from '../../../../../contract/json-schema'
import type { Tenant } from '../../../../../contract/tenants'

/** A tenant whose fields a schema does not allow. */
export interface FieldMismatch {
  tenant: Pick<Tenant, 'id' | 'key' | 'name'>
  /** Each names its member first, where it is one. */
  issues: string[]
}

export interface FieldsCheck {
  tried: number
  misfits: FieldMismatch[]
}

const schemaToTry = z.custom<Schema>(
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

/** `#/a/b~1c` as a person reads it: `a.b/c`. */
function memberAt(location: string): string {
  return location
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.')
}

/**
 * Tries fields of tenants against a schema, nothing of which is stored.
 * @param text a JSON Schema
 * @throws what keeps the schema from being tried, in words
 */
export async function tryFields(
  text: string,
  pages: AsyncIterable<readonly Tenant[]>,
): Promise<FieldsCheck> {
  const schema = schemaToTry.parse(JSON.parse(text))
  const validator = new Validator(schema, draftOf(schema), false)
  const trial: FieldsCheck = { tried: 0, misfits: [] }
  for await (const tenants of pages) {
    for (const { id, key, name, fields } of tenants) {
      trial.tried += 1
      const { errors } = validator.validate(fields)
      // What holds others says only that one of them is wrong.
      const issues = errors.filter(
        ({ keywordLocation }) =>
          !errors.some((other) => other.keywordLocation.startsWith(`${keywordLocation}/`)),
      )
      if (issues.length === 0) continue
      const told = issues.map(({ instanceLocation, error }) =>
        [memberAt(instanceLocation), error].filter((part) => part !== '').join(': '),
      )
      trial.misfits.push({
        tenant: { id, key, ...(name === undefined ? {} : { name }) },
        issues: [...new Set(told)],
      })
    }
  }
  return trial
}
