import { Group, Skeleton, Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { referenceQuery } from '@/console/api/reference'
import { ownApi } from '@/console/browser/site'
import { currentSession } from '@/console/session/current-session'
import type { Session } from '@/console/session/session'
import { useSession } from '@/console/session/use-session'
import { countOf } from '@/console/ui/format/format-count'
import { SearchField } from '@/console/ui/inputs/search-field'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { Introduction } from './-reference/introduction'
import { findOperations, OperationList } from './-reference/operation-list'
import { OperationView } from './-reference/operation-view'
import { ReferenceFrame } from './-reference/reference-frame'

/** The API of the session, or this server's when signed out. */
const baseUrlOf = (session: Session | undefined) => session?.baseUrl ?? ownApi

/** The operations of the current engine, or of this server when signed out. */
export const Route = createFileRoute('/reference')({
  // No other page needs the schemas of an OpenAPI document.
  codeSplitGroupings: [['loader', 'component', 'pendingComponent']],
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    operation: z.string().optional().catch(undefined),
  }),
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(referenceQuery(baseUrlOf(currentSession()))),
  component: ReferencePage,
  pendingComponent: LoadingReference,
})

function ReferencePage() {
  const session = useSession()
  const baseUrl = baseUrlOf(session)
  const { data: reference } = useSuspenseQuery(referenceQuery(baseUrl))
  const { q = '', operation: chosen } = Route.useSearch()
  const navigate = Route.useNavigate()
  const found = findOperations(reference.operations, q)
  const operation = reference.operations.find(({ operationId }) => operationId === chosen)
  useDocumentTitle(`${operation?.summary ?? 'API reference'} · Signalbox`)

  return (
    <ReferenceFrame
      about={`${new URL(baseUrl, location.href).host} · version ${reference.version}`}
      isChosen={chosen !== undefined}
      side={
        <>
          <SearchField
            label="Find an operation"
            text={q}
            onText={(text) =>
              void navigate({ search: (before) => ({ ...before, q: text }), replace: true })
            }
            width="100%"
            found={q === '' ? undefined : countOf(found.length, 'operation')}
          />
          <OperationList found={found} search={q} current={operation?.operationId} />
        </>
      }
    >
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
    </ReferenceFrame>
  )
}

/** The frame with placeholders, so that nothing moves when the document is loaded. */
function LoadingReference() {
  const { operation } = Route.useSearch()
  return (
    <ReferenceFrame
      isChosen={operation !== undefined}
      side={
        <Stack gap="md">
          <Skeleton height={36} />
          <Skeleton height={600} />
        </Stack>
      }
    >
      <Stack gap="md" role="group" aria-busy="true" aria-label="Loading">
        <Skeleton height={22} width="40%" />
        <Skeleton height={240} />
      </Stack>
    </ReferenceFrame>
  )
}
