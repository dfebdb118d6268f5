import { Text } from '@mantine/core'
import type { Reference, SchemaNode } from '@/console/api/reference'
import { Details } from '@/console/ui/details'
import { Markup } from './markup'
import { membersOf, typeText, type Member } from './schema-text'
import classes from './reference.module.css'

interface SchemaTreeProps {
  schema: SchemaNode
  schemas: Reference['schemas']
}

/** Shows a member: name, type, and whether it is required. */
export function MemberLine({ name, schema, required }: Member) {
  return (
    <>
      <code className={classes['name']}>{name}</code>{' '}
      <Text span fz="xs" c="dimmed">
        {typeText(schema)}
        {required && ', required'}
      </Text>
    </>
  )
}

/** Shows the members of a schema as a tree. A schema can contain itself. */
export function SchemaTree({ schema, schemas }: SchemaTreeProps) {
  return (
    <ul className={classes['members']}>
      {membersOf(schema, schemas).map((member) => (
        <li key={member.name}>
          {membersOf(member.schema, schemas).length === 0 ? (
            <MemberLine {...member} />
          ) : (
            <Details summary={<MemberLine {...member} />}>
              <SchemaTree schema={member.schema} schemas={schemas} />
            </Details>
          )}
          <Markup text={member.schema.description} />
        </li>
      ))}
    </ul>
  )
}
