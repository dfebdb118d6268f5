import { Group, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { referenceQuery } from '../api/reference'
import { LinkAnchor } from '../ui/link-anchor'
import { currentSession } from '../session/current-session'
import type { Session } from '../session/session'
import { useSession } from '../session/use-session'
import { SearchField } from '../ui/search-field'
import { fileAddress, ownApi } from '../browser/site'
import { Introduction } from './-reference/introduction'
import { OperationList } from './-reference/operation-list'
import { OperationView } from './-reference/operation-view'
import classes from './-reference/reference.module.css'

/** The API of the session, or this server's when signed out. */
const baseUrlOf = (session: Session | undefined) => session?.baseUrl ?? ownApi

/** The operations of the current engine, or of this server when signed out. */
export const Route = createFileRoute('/reference')({
  // No other page needs the schemas of an OpenAPI document.
  codeSplitGroupings: [['loader', 'component']],
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    operation: z.string().optional().catch(undefined),
  }),
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(referenceQuery(baseUrlOf(currentSession()))),
  component: ReferencePage,
})

function ReferencePage() {
  const session = useSession()
  const baseUrl = baseUrlOf(session)
  const { data: reference } = useSuspenseQuery(referenceQuery(baseUrl))
  const { q = '', operation: chosen } = Route.useSearch()
  const navigate = Route.useNavigate()
  const operation = reference.operations.find(({ operationId }) => operationId === chosen)
  useDocumentTitle(`${operation?.summary ?? 'API reference'} · Signalbox`)

  return (
    <div>
      <header className={classes['header']}>
        <img src={fileAddress('/favicon.svg')} width={24} height={24} alt="" />
        <Title order={1} fz="lg" textWrap="nowrap">
          API reference
        </Title>
        <Text fz="xs" c="dimmed" className="mono" truncate>
          {new URL(baseUrl, location.href).host} · version {reference.version}
        </Text>
        <LinkAnchor to="/" fz="sm" ml="auto">
          {session === undefined ? 'Sign in' : 'Open the console'}
        </LinkAnchor>
      </header>
      <div className={classes['columns']}>
        <div className={classes['side']} data-chosen={chosen !== undefined}>
          <SearchField
            label="Find an operation"
            text={q}
            onText={(text) =>
              void navigate({ search: (before) => ({ ...before, q: text }), replace: true })
            }
            width="100%"
          />
          <OperationList
            operations={reference.operations}
            search={q}
            current={operation?.operationId}
          />
        </div>
        <main>
          {chosen !== undefined && (
            <Group hiddenFrom="sm" mb="sm">
              <LinkAnchor to="/reference" search={{ q: q === '' ? undefined : q }} fz="sm">
                All operations
              </LinkAnchor>
            </Group>
          )}
          {operation === undefined ? (
            <Introduction reference={reference} baseUrl={baseUrl} />
          ) : (
            <OperationView
              key={operation.operationId}
              operation={operation}
              schemas={reference.schemas}
            />
          )}
        </main>
      </div>
    </div>
  )
}
