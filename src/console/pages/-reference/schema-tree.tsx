import { Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { Reference, SchemaNode } from '@/console/api/reference'
import { Markup } from './markup'
import { membersOf, typeText, type Member } from './schema-text'
import classes from './reference.module.css'

interface SchemaTreeProps {
  schema: SchemaNode
  schemas: Reference['schemas']
}

/** Renders its content only once opened, since a schema may contain itself. */
function Disclosure({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {opened && children}
    </details>
  )
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

/** Shows the members of a schema as a tree. */
export function SchemaTree({ schema, schemas }: SchemaTreeProps) {
  return (
    <ul className={classes['members']}>
      {membersOf(schema, schemas).map((member) => (
        <li key={member.name}>
          {membersOf(member.schema, schemas).length === 0 ? (
            <MemberLine {...member} />
          ) : (
            <Disclosure summary={<MemberLine {...member} />}>
              <SchemaTree schema={member.schema} schemas={schemas} />
            </Disclosure>
          )}
          <Markup text={member.schema.description} />
        </li>
      ))}
    </ul>
  )
}
