import { Anchor, Badge, Group, Stack, Text } from '@mantine/core'
import { Fragment, useEffect } from 'react'
import { z } from 'zod'
import { Section } from '@/console/forms/section'
import { AppLogo } from '@/console/ui/app-logo'
import { CodeBlock } from '@/console/ui/code/code-block'
import { DefinitionRow } from '@/console/ui/definition-list'
import { countOf } from '@/console/ui/format/format-count'
import { formatDateTime } from '@/console/ui/format/format-date'
import { authTypeNames, authTypes } from '@/contract/auth-types'
import { connectorFunctionNames, functionFacts } from '@/contract/connectors'
import { TestRun } from './test-run/test-run'
import classes from './readable-specification.module.css'

type Members = Record<string, unknown>

type Specification = Members & {
  name: string
  version: string
  updatedAt: string
  uuid: string
}

/** The id of the part of the page about an option. Names of options can be any text. */
const optionId = (index: number) => `option-${index + 1}`

/** A specification in readable form: facts, authentication, functions and schemas. */
export function ReadableSpecification({ specification }: { specification: Specification }) {
  useEffect(() => {
    // The browser looked for the option of a link when the page was not loaded yet.
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
  const options = z.record(z.string(), z.looseObject({})).safeParse(specification['options']).data
  const optionNames = Object.keys(options ?? {})
  const categories = z.array(z.string()).safeParse(specification['categories']).data ?? []
  const logo = z.string().safeParse(specification['logoUri']).data
  return (
    <Stack gap={0} className={classes['facts'] ?? ''}>
      <Section title="General">
        <DefinitionRow label="Logo">
          <AppLogo name={specification.name} src={logo} />
        </DefinitionRow>
        <DefinitionRow label="Version">
          <span className="mono">{specification.version}</span>
        </DefinitionRow>
        {options === undefined ? (
          <Authentication members={specification} />
        ) : (
          <DefinitionRow label="Authentication">
            {countOf(optionNames.length, 'option')}
            {optionNames.length > 0 && ': '}
            {optionNames.map((name, index) => (
              <Fragment key={name}>
                <span className={classes['option']}>
                  <Anchor href={`#${optionId(index)}`} fz="inherit">
                    {name}
                  </Anchor>
                  {index < optionNames.length - 1 && ','}
                </span>{' '}
              </Fragment>
            ))}
          </DefinitionRow>
        )}
        <DefinitionRow label="Categories">{categories.join(', ') || '–'}</DefinitionRow>
        <DefinitionRow label="UUID">
          <span className="mono">{specification.uuid}</span>
        </DefinitionRow>
        <DefinitionRow label="Changed">{formatDateTime(specification.updatedAt)}</DefinitionRow>
      </Section>
      <Functions title="Functions" members={specification} />
      <Schemas members={specification} />
      {Object.entries(options ?? {}).map(([name, option], index) => (
        <div key={name} id={optionId(index)}>
          <Section title={`Option ${name}`}>
            <Texts members={option} labels={optionTexts} />
            <Authentication members={option} />
          </Section>
          <Functions title={`Option ${name}: functions`} members={option} />
          <Schemas members={option} />
        </div>
      ))}
    </Stack>
  )
}

const optionTexts = { title: 'Title', description: 'Description' }
const keys = { proxyKey: 'Proxy key', oauthClientKey: 'OAuth client key' }

/** The members that are texts, each with its label. */
function Texts({ members, labels }: { members: Members; labels: Record<string, string> }) {
  return Object.entries(labels).map(([name, label]) => {
    const text = members[name]
    return typeof text !== 'string' || text === '' ? null : (
      <DefinitionRow key={name} label={label}>
        {text}
      </DefinitionRow>
    )
  })
}

/** The authentication type of a connector or of one of its options, with the key that it names. */
function Authentication({ members }: { members: Members }) {
  const { type = 'Not specified' } = members
  const known = authTypeNames.find((name) => name === type)
  return (
    <>
      <DefinitionRow label="Authentication">
        {known === undefined
          ? String(type)
          : `${authTypes[known].label}: ${authTypes[known].description}`}
      </DefinitionRow>
      <Texts members={members} labels={keys} />
    </>
  )
}

const functionSchema = z.looseObject({
  type: z.string().optional(),
  description: z.string().optional(),
  code: z.string().optional(),
})

/** The functions of a connector or of one of its options, with their code. */
function Functions({ title, members }: { title: string; members: Members }) {
  const present = connectorFunctionNames.filter((name) => members[name] !== undefined)
  if (present.length === 0) return null
  return (
    <Section title={title}>
      {present.map((name) => {
        const parsed = functionSchema.safeParse(members[name]).data
        const { label, description } = functionFacts(name)
        return (
          <div key={name}>
            <Group gap="xs">
              <Text fz="sm" fw={550}>
                {label}
              </Text>
              <span className="mono" style={{ fontSize: '0.75rem' }}>
                {name}
              </span>
              <Badge size="xs" color="gray" variant="outline">
                {parsed?.type ?? 'untyped'}
              </Badge>
            </Group>
            <Text fz="xs" c="dimmed" mb={4}>
              {parsed?.description ?? description}
            </Text>
            <CodeBlock label={`Code of ${label}`} whole>
              {parsed?.code ?? JSON.stringify(members[name], null, 2)}
            </CodeBlock>
            {parsed?.type === 'javascript' && parsed.code !== undefined && (
              <TestRun name={name} code={parsed.code} />
            )}
          </div>
        )
      })}
    </Section>
  )
}

const schemaNames = ['inputSchema', 'customCredentialsSchema', 'parametersSchema', 'ui'] as const

/** The schemas of a connector or of one of its options. */
function Schemas({ members }: { members: Members }) {
  const present = schemaNames.filter((name) => members[name] !== undefined)
  if (present.length === 0) return null
  return (
    <Section title="Schemas">
      {present.map((name) => (
        <div key={name}>
          <Text fz="sm" fw={550} className="mono">
            {name}
          </Text>
          <CodeBlock label={name} whole>
            {JSON.stringify(members[name], null, 2)}
          </CodeBlock>
        </div>
      ))}
    </Section>
  )
}
