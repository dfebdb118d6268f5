import { notifications } from '@mantine/notifications'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { extensionsQuery } from '@/console/api/workspaces'
import { showUndoToast } from '@/console/forms/undo-toast'
import { useIsShown } from '@/console/forms/use-is-shown'
import { useWorkspaceReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { useSaveKey } from '@/console/forms/use-save-key'
import { PageHeader } from '@/console/layout/page-header'
import { useRecordTitle } from '@/console/layout/page-title'
import { keepDraft } from '@/console/session/kept-drafts'
import type { ConnectorCreate } from '@/contract/connectors'
import { AllConnectorsLink } from './-connectors/all-connectors-link'
import { reviewForm, showRefusal, useConnectorForm } from './-connectors/form/connector-form'
import { ConnectorSteps } from './-connectors/form/connector-steps'
import {
  draftFor,
  emptyDraft,
  isSame,
  isUntouched,
  storageKey,
  storedDraft,
  type Draft,
} from './-connectors/form/draft'
import { DraftKeeper } from './-connectors/form/draft-keeper'
import { draftOf } from './-connectors/form/draft-of-specification'
import { EarlierDraft } from './-connectors/form/earlier-draft'
import { Finish } from './-connectors/form/finish'
import { LockedPage } from './-connectors/form/locked-page'
import { Review } from './-connectors/form/review'
import { StartMenu } from './-connectors/form/start-menu'
import { useCreate } from './-connectors/form/use-create'
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

const undoToastId = 'earlier connector draft'

/** Creates a connector: one form in steps, from the app to the review. */
function NewConnectorPage() {
  const { workspaceId } = Route.useParams()
  const readOnlyReason = useWorkspaceReadOnlyReason(workspaceId)
  useRecordTitle('Create connector')
  const { app, name } = Route.useSearch()
  const [requested] = useState(() =>
    app === undefined
      ? emptyDraft
      : { ...emptyDraft, appId: app, appName: name ?? app, name: name ?? '' },
  )
  const [initial] = useState(() => draftFor(storedDraft(workspaceId), requested))
  const form = useConnectorForm(initial)
  const [isEarlier, setEarlier] = useState(
    requested.appId !== undefined && initial.appId !== requested.appId,
  )
  const [current, setCurrent] = useState(0)
  const [reviewed, setReviewed] = useState<ConnectorCreate>()
  const showIssue = useShowIssue(setCurrent)
  const navigate = useNavigate()
  const isShown = useIsShown()
  // It would replace the draft of the form that was left.
  useEffect(() => void notifications.hide(undoToastId), [])
  const creating = useCreate(workspaceId, (refused) => showRefusal(form, refused))

  async function openReview() {
    creating.clearError()
    await reviewForm(form, setReviewed, showIssue)
  }

  useSaveKey(() => {
    if (readOnlyReason === undefined) void openReview()
  })

  /** Replaces the draft, with a notification that offers to undo it. */
  function replaceDraft(next: Draft, message: string) {
    const draft = form.getValues()
    form.reset(next)
    if (!isUntouched(draft, requested))
      showUndoToast({ id: undoToastId, message, onUndo: () => void restoreDraft(draft) })
  }

  /** Continues with an earlier draft, also from another page. */
  async function restoreDraft(earlier: Draft) {
    if (isShown.current) return form.reset(earlier)
    keepDraft(storageKey(workspaceId), earlier)
    await navigate({ to: '/w/$workspaceId/connectors/new', params: { workspaceId } })
  }

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
