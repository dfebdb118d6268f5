import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { extensionsQuery } from '@/console/api/workspaces'
import { useWorkspaceReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { useSaveKey } from '@/console/forms/use-save-key'
import { PageHeader } from '@/console/layout/page-header'
import { useRecordTitle } from '@/console/layout/page-title'
import type { ConnectorCreate } from '@/contract/connectors'
import { AllConnectorsLink } from './-connectors/all-connectors-link'
import { showRefusal, useConnectorForm, validatedRequest } from './-connectors/form/connector-form'
import { ConnectorSteps } from './-connectors/form/connector-steps'
import { draftFor, draftForApp, emptyDraft, isSame, storedDraft } from './-connectors/form/draft'
import { DraftKeeper } from './-connectors/form/draft-keeper'
import { draftOf } from './-connectors/form/draft-of-specification'
import { EarlierDraft } from './-connectors/form/earlier-draft'
import { Finish } from './-connectors/form/finish'
import { LockedPage } from './-connectors/form/locked-page'
import { Review } from './-connectors/form/review'
import { StartMenu } from './-connectors/form/start-menu'
import { useCreate } from './-connectors/form/use-create'
import { useReplaceDraft } from './-connectors/form/use-replace-draft'
import { useShowIssue } from './-connectors/form/use-show-issue'

export const Route = createFileRoute('/w/$workspaceId/connectors/new')({
  /** The app that the connector is for, by id and name. */
  validateSearch: z.object({
    app: z.string().optional().catch(undefined),
    name: z.string().optional().catch(undefined),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(extensionsQuery),
  component: NewConnectorPage,
})

/** Creates a connector: one form in steps, from the app to the review. */
function NewConnectorPage() {
  const { workspaceId } = Route.useParams()
  const readOnlyReason = useWorkspaceReadOnlyReason(workspaceId)
  useRecordTitle('Create connector')
  const { app, name } = Route.useSearch()
  const [requested] = useState(() => draftForApp(app, name))
  const [initial] = useState(() => draftFor(storedDraft(workspaceId), requested))
  const form = useConnectorForm(initial)
  const [isEarlier, setEarlier] = useState(
    requested.appId !== undefined && initial.appId !== requested.appId,
  )
  const [current, setCurrent] = useState(0)
  const [reviewed, setReviewed] = useState<ConnectorCreate>()
  const showIssue = useShowIssue(setCurrent)
  const creating = useCreate(workspaceId, (refused) => showRefusal(form, refused))
  const replaceDraft = useReplaceDraft(workspaceId, form, requested)

  async function openReview() {
    creating.clearError()
    const request = await validatedRequest(form, showIssue)
    if (request !== undefined) setReviewed(request)
  }

  useSaveKey(() => {
    if (readOnlyReason === undefined) void openReview()
  })

  if (readOnlyReason !== undefined)
    return (
      <LockedPage
        workspaceId={workspaceId}
        title="Create connector"
        reason={readOnlyReason}
        hasDraft={!isSame(form.getValues(), emptyDraft)}
      />
    )
  return (
    <div className="page">
      <AllConnectorsLink workspaceId={workspaceId} hiddenFrom="sm" />
      <PageHeader
        title="Create connector"
        actions={
          <StartMenu
            workspaceId={workspaceId}
            onStart={(specification) =>
              replaceDraft(draftOf(specification), 'The form was replaced')
            }
          />
        }
      >
        Your draft is kept in this tab, also when it is reloaded.
      </PageHeader>
      <FormProvider {...form}>
        <DraftKeeper
          workspaceId={workspaceId}
          requested={requested}
          isCreated={creating.isCreated}
          pending={creating.isPending}
        />
        {isEarlier && (
          <EarlierDraft
            requestedName={requested.appName}
            onStartOver={() => {
              replaceDraft(requested, 'The draft was replaced')
              setEarlier(false)
            }}
          />
        )}
        <ConnectorSteps workspaceId={workspaceId} current={current} onCurrent={setCurrent}>
          <Finish
            onStartOver={() => replaceDraft(emptyDraft, 'The form was cleared')}
            onReview={() => void openReview()}
          />
        </ConnectorSteps>
      </FormProvider>
      {reviewed !== undefined && (
        <Review
          title={`Create ${reviewed.name}`}
          request={{ method: 'POST', path: '/connectors', body: reviewed }}
          action="Create"
          error={creating.error}
          pending={creating.isPending}
          onAct={() => void creating.create(reviewed)}
          onClose={() => setReviewed(undefined)}
        />
      )}
    </div>
  )
}
