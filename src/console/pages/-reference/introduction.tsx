import { Group, Stack, Title } from '@mantine/core'
import type { Reference, ReferenceOperation } from '@/console/api/reference'
import { curlOf } from '@/console/forms/request-text'
import { CodeBlock } from '@/console/ui/code/code-block'
import { CopyButton } from '@/console/ui/copy-button'
import { Markup } from './markup'
import { Part } from './part'
import classes from './reference.module.css'

/** Finds a request that any engine supports and that needs nothing but a token: a list. */
function findFirstRequest(
  operations: readonly ReferenceOperation[],
): ReferenceOperation | undefined {
  return operations.find(
    ({ method, path, parameters, 'x-extension': isExtension }) =>
      !isExtension &&
      method === 'GET' &&
      !path.includes('{') &&
      parameters.some(({ name }) => name === 'limit') &&
      !parameters.some(({ required }) => required),
  )
}

function FirstRequest({ operation, baseUrl }: { operation: ReferenceOperation; baseUrl: string }) {
  const curl = curlOf({ method: operation.method, address: `${baseUrl}${operation.path}` })
  return (
    <>
      <CodeBlock label="First request as cURL">{curl}</CodeBlock>
      <Group>
        <CopyButton value={curl} label="Copy as cURL" />
      </Group>
    </>
  )
}

/** Shows what holds for all operations: authentication, a first request, lists, errors. */
export function Introduction({ reference, baseUrl }: { reference: Reference; baseUrl: string }) {
  const [summary, ...sections] = reference.description.split(/^## /m)
  const first = findFirstRequest(reference.operations)
  const described = reference.resources.filter(({ description }) => description !== undefined)
  return (
    <Stack component="article" gap="lg" aria-labelledby="introduction">
      <div>
        <Title order={2} id="introduction" mb="xs">
          Introduction
        </Title>
        <Markup text={summary} />
      </div>
      <Part title="First request">
        <Stack gap="xs">
          {reference.authentication.map((text) => (
            <Markup key={text} text={text} />
          ))}
          {first !== undefined && <FirstRequest operation={first} baseUrl={baseUrl} />}
        </Stack>
      </Part>
      {described.length > 0 && (
        <Part title="Records">
          <ul className={classes['members']}>
            {described.map(({ name, description }) => (
              <li key={name}>
                <span className={classes['name']}>{name}</span>
                <Markup text={description} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      {sections.map((section) => {
        const [title = '', ...paragraphs] = section.split('\n\n')
        return (
          <Part key={title} title={title.trim()}>
            {paragraphs.map((text) => (
              <Markup key={text} text={text} />
            ))}
          </Part>
        )
      })}
    </Stack>
  )
}
