import { Alert, Button, Group, Skeleton, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import type { ConnectorUpdate } from '../../../../contract/connectors'
import { toApiError } from '../../../api/api-error'
import { specificationQuery, type SpecificationResponse } from '../../../api/connectors'
import { extensionsQuery } from '../../../api/workspaces'
import { useEditLock } from '../../../forms/use-read-only-reason'
import { useSaveKey } from '../../../forms/use-save-key'
import { ErrorAlert } from '../../../layout/error-alert'
import { PageHeader } from '../../../layout/page-header'
import { useRecordTitle } from '../../../layout/page-title'
import { EmptyState } from '../../../layout/page-states'
import { forgetDraft } from '../../../session/kept-drafts'
import { IconPlug } from '../../../ui/icons.gen'
import { LinkAnchor } from '../../../ui/link-anchor'
import { FailedDialog, LoadedPart } from '../../../ui/loaded-part'
import { lazyPart } from '../../../ui/load-part'
import { useConnectorForm } from './-connectors/connector-form'
import { ConnectorSteps } from './-connectors/connector-steps'
import { isSame, type Draft } from './-connectors/draft'
import { DraftKeeper } from './-connectors/draft-keeper'
import { draftOf } from './-connectors/draft-of-specification'
import { Finish } from './-connectors/finish'
import { editDraftKey, keptEdit } from './-connectors/kept-edit'
import { LockedPage } from './-connectors/locked-page'
import { checkSpecification } from './-connectors/read-specification'
import { requestOf } from './-connectors/request-of-draft'
import { specificationMembers, updateOf } from './-connectors/specification-members'
import { issuesOfRefusal } from './-connectors/use-create'
import { useShowIssue } from './-connectors/use-show-issue'
import { useUpdate } from './-connectors/use-update'

const UpdateReview = lazyPart(() => import('./-connectors/update-review'))
const UpdateConflictModal = lazyPart(() => import('./-connectors/update-conflict'))

export const Route = createFileRoute('/w/$workspaceId/connectors/$connector_/edit')({
  loader: async ({ context: { queryClient }, params: { workspaceId, connector } }) => {
    void queryClient.prefetchQuery(specificationQuery(workspaceId, connector, 'dev'))
    await queryClient.ensureQueryData(extensionsQuery)
  },
  remountDeps: ({ params }) => params,
  component: EditConnectorPage,
})

/** Returns why the form can't show a connector; undefined if it can. */
function unsupportedReason(latest: SpecificationResponse): string | undefined {
  try {
    checkSpecification(specificationMembers(latest.response))
    return undefined
  } catch (error) {
    return toApiError(error).message
  }
}

/** Edits the working copy of a connector, once it is read. */
function EditConnectorPage() {
  const { workspaceId, connector } = Route.useParams()
  const lock = useEditLock(workspaceId)
  const { data, error, refetch } = useQuery(specificationQuery(workspaceId, connector, 'dev'))
  const title = `Edit ${data?.response.name ?? connector}`
  useRecordTitle(title)
  const recordLock =
    data?.response.isReadOnly === true
      ? 'This connector is read-only: it can’t be changed.'
      : data?.response.archivedAt !== undefined
        ? 'This connector is archived: it can’t be changed.'
        : undefined
  const reason = lock ?? recordLock
  if (reason !== undefined)
    return (
      <LockedPage
        workspaceId={workspaceId}
        title={title}
        lock={reason}
        hasDraft={keptEdit(workspaceId, connector) !== undefined}
      />
    )
  if (data === undefined)
    return (
      <div className="page">
        <PageHeader title={title} />
        {error === null ? (
          <Skeleton height={320} role="status" aria-label="Loading" />
        ) : (
          <ErrorAlert error={error} onRetry={() => void refetch()} />
        )}
      </div>
    )
  const unsupported = unsupportedReason(data)
  if (unsupported !== undefined)
    return (
      <div className="page">
        <EmptyState isPage icon={<IconPlug />} title={`The form can’t show ${data.response.name}`}>
          {unsupported}. <ConnectorLink workspaceId={workspaceId} connector={connector} />
        </EmptyState>
      </div>
    )
  return <EditForm workspaceId={workspaceId} connector={connector} latest={data} />
}

interface EditFormProps {
  workspaceId: string
  connector: string
  /** The working copy as it was last read. */
  latest: SpecificationResponse
}

function EditForm({ workspaceId, connector, latest }: EditFormProps) {
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const key = editDraftKey(workspaceId, connector)
  const [kept] = useState(() => keptEdit(workspaceId, connector))
  const [base, setBase] = useState<SpecificationResponse>(kept?.base ?? latest)
  const original = useMemo(() => draftOf(base.response), [base])
  const form = useConnectorForm(kept?.draft ?? original)
  const [isSaved, setSaved] = useState(false)
  const [current, setCurrent] = useState(0)
  const [reviewed, setReviewed] = useState<ConnectorUpdate>()
  const showIssue = useShowIssue(setCurrent)

  const isDirty = (draft: Draft) => !isSaved && !isSame(draft, original)

  /** Continues with these members on a newer connector. */
  function rebase(newer: SpecificationResponse, members: Record<string, unknown>) {
    setBase(newer)
    form.reset(draftOf({ ...members, key: newer.response.key }))
  }

  const updating = useUpdate(workspaceId, connector, {
    onSaved: () => {
      forgetDraft(key)
      setSaved(true)
    },
    onRefused: (refused) => {
      for (const { field, message } of issuesOfRefusal(form.getValues(), refused))
        form.setError(field, { type: 'server', message })
    },
    onRebase: rebase,
  })

  /** Continues with what someone else has saved, and the user's changes to it. */
  function mergeLatest() {
    const request = requestOf(form.getValues())
    const [first] = request.issues
    if ('body' in request) updating.merge(base, updateOf(request.body), latest)
    else if (first !== undefined) showIssue(first)
  }

  async function openReview() {
    updating.clearError()
    await form.handleSubmit((body) => setReviewed(updateOf(body)))()
    const [first] = requestOf(form.getValues()).issues
    if (first !== undefined) showIssue(first)
  }
  useSaveKey(() => void openReview())

  const { conflict } = updating
  return (
    <div className="page">
      <ConnectorLink workspaceId={workspaceId} connector={connector} />
      <PageHeader title={`Edit ${base.response.name}`}>
        Changes the working copy, <span className="mono">dev</span>. Customers get it once you
        publish it as a version.
      </PageHeader>
      {latest.etag !== base.etag && !isSaved && !updating.isPending && (
        <Alert color="caution" mb="sm" role="status">
          <Group justify="space-between" gap="xs">
            <Text fz="sm">Someone else has saved this connector since you began.</Text>
            <Button size="compact-sm" variant="default" onClick={mergeLatest}>
              Merge their changes
            </Button>
          </Group>
        </Alert>
      )}
      <FormProvider {...form}>
        <DraftKeeper
          draftKey={key}
          isDirty={isDirty}
          toKeep={(draft) => ({ draft, base })}
          pending={updating.isPending}
        />
        <ConnectorSteps
          workspaceId={workspaceId}
          extensions={extensions}
          connectorId={base.response.id}
          current={current}
          onCurrent={setCurrent}
        >
          <Finish
            startOver="Discard changes"
            onStartOver={() => rebase(latest, latest.response)}
            review="Review and save"
            onReview={() => void openReview()}
          />
        </ConnectorSteps>
      </FormProvider>
      {reviewed !== undefined && conflict === undefined && (
        <LoadedPart failed={<FailedDialog opened onClose={() => setReviewed(undefined)} />}>
          <UpdateReview
            connector={connector}
            base={base}
            body={reviewed}
            error={updating.error}
            pending={updating.isPending}
            onSave={(reason) => void updating.save(base, reviewed, reason)}
            onClose={() => setReviewed(undefined)}
          />
        </LoadedPart>
      )}
      {conflict !== undefined && (
        <LoadedPart failed={<FailedDialog opened onClose={updating.closeConflict} />}>
          <UpdateConflictModal
            name={base.response.name}
            conflict={conflict}
            onResolve={(members) => {
              rebase(conflict.theirs, members)
              updating.closeConflict()
              setReviewed(undefined)
              void openReview()
            }}
            onClose={() => {
              updating.closeConflict()
              setReviewed(undefined)
            }}
          />
        </LoadedPart>
      )}
    </div>
  )
}

interface ConnectorLinkProps {
  workspaceId: string
  connector: string
}

/** Leads back to the connector. */
function ConnectorLink({ workspaceId, connector }: ConnectorLinkProps) {
  return (
    <LinkAnchor
      to="/w/$workspaceId/connectors/$connector"
      params={{ workspaceId, connector }}
      search={{ version: 'dev' }}
      fz="sm"
    >
      Back to the connector
    </LinkAnchor>
  )
}
