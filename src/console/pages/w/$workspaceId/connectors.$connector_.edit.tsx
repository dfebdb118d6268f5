import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps } from '@tanstack/react-router'
import { useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import { specificationQuery } from '@/console/api/connectors'
import { eventQuery } from '@/console/api/history'
import { extensionsQuery } from '@/console/api/workspaces'
import { keptEdits, keptEditsSchema, withEdits } from '@/console/edits/kept-edits'
import { useWorkspaceReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { ErrorPage } from '@/console/layout/error-page'
import { PageHeader } from '@/console/layout/page-header'
import { useRecordTitle } from '@/console/layout/page-title'
import { refuseTenants } from '@/console/layout/require-role'
import { currentSession } from '@/console/session/current-session'
import { keptDraft } from '@/console/session/kept-drafts'
import { isAdminRole, roleOf } from '@/console/session/session'
import { useIsAdmin } from '@/console/session/use-session'
import type { AuditEvent } from '@/contract/history'
import { AllConnectorsLink } from './-connectors/all-connectors-link'
import { connectorValueAt, editedDraft } from './-connectors/form/connector-edits'
import { useConnectorForm } from './-connectors/form/connector-form'
import { ConnectorSteps } from './-connectors/form/connector-steps'
import { editsKey } from './-connectors/form/draft'
import { EditSaving } from './-connectors/form/edit-saving'
import { LockedPage } from './-connectors/form/locked-page'
import { revertOf } from './-connectors/form/revert-connector'
import { RevertNotice } from './-connectors/form/revert-notice'
import { StoredIssues } from './-connectors/form/stored-issues'
import { useShowIssue } from './-connectors/form/use-show-issue'

export const Route = createFileRoute('/w/$workspaceId/connectors/$connector_/edit')({
  validateSearch: z.object({
    /** The entry of the history whose change the form begins by reverting. */
    revert: z.string().optional().catch(undefined),
  }),
  loaderDeps: ({ search: { revert } }) => ({ revert }),
  beforeLoad: refuseTenants,
  loader: async ({ context: { queryClient }, params: { workspaceId, connector }, deps }) => {
    if (await queryClient.ensureQueryData(extensionsQuery))
      await Promise.all([
        queryClient.ensureQueryData(specificationQuery(workspaceId, connector, 'dev')),
        deps.revert !== undefined &&
          isAdminRole(roleOf(currentSession())) &&
          queryClient.ensureQueryData(eventQuery(workspaceId, deps.revert)),
      ])
  },
  component: EditConnectorPage,
  errorComponent: EditError,
})

/** Says what could not be read: the connector, or the entry of the history to revert. */
function EditError(props: ErrorComponentProps) {
  const { revert } = Route.useSearch()
  return <ErrorPage {...props} noun={revert === undefined ? 'connector' : 'connector or change'} />
}

/** Edits the working copy of a connector, in the form that creates one. */
function EditConnectorPage() {
  const { workspaceId } = Route.useParams()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  return extensions ? (
    <WorkingCopy />
  ) : (
    <LockedPage
      workspaceId={workspaceId}
      title="Edit connector"
      reason="This engine can’t change connectors."
      hasDraft={false}
    />
  )
}

/** The form, or why the working copy can't be edited. */
function WorkingCopy() {
  const { workspaceId, connector } = Route.useParams()
  const { revert } = Route.useSearch()
  const { data } = useSuspenseQuery(specificationQuery(workspaceId, connector, 'dev'))
  const { data: entry } = useQuery({
    ...eventQuery(workspaceId, revert ?? ''),
    enabled: useIsAdmin() && revert !== undefined,
  })
  const { name, isReadOnly, archivedAt } = data.response
  const readOnlyReason = useWorkspaceReadOnlyReason(workspaceId)
  useRecordTitle(`Edit ${name}`)
  const reason =
    readOnlyReason ??
    (archivedAt === undefined ? undefined : `${name} is archived: it can’t be changed.`) ??
    (isReadOnly ? `${name} is read-only: it can’t be changed.` : undefined)
  if (reason !== undefined) {
    const key = editsKey(workspaceId, data.response.key)
    const hasDraft = keptDraft(key, keptEditsSchema) !== undefined
    return (
      <LockedPage
        workspaceId={workspaceId}
        title={`Edit ${name}`}
        reason={reason}
        hasDraft={hasDraft}
      />
    )
  }
  return <EditForm key={data.response.id} changes={entry?.changes} />
}

interface EditFormProps {
  /** The changes that the form begins by reverting. */
  changes: AuditEvent['changes'] | undefined
}

function EditForm({ changes }: EditFormProps) {
  const { workspaceId, connector } = Route.useParams()
  const { data: latest } = useSuspenseQuery(specificationQuery(workspaceId, connector, 'dev'))
  const [begun] = useState(latest)
  const { key } = begun.response
  const [revert] = useState(() => changes && revertOf(begun.response, changes))
  const [kept] = useState(() =>
    withEdits(
      keptEdits(editsKey(workspaceId, key), (path) => connectorValueAt(begun.response, path)),
      revert?.edits ?? [],
    ),
  )
  const [initial] = useState(() => editedDraft(begun.response, kept?.edits))
  const form = useConnectorForm(initial)
  const [current, setCurrent] = useState(0)
  const showIssue = useShowIssue(setCurrent)
  return (
    <div className="page">
      <AllConnectorsLink workspaceId={workspaceId} hiddenFrom="sm" />
      <PageHeader title={`Edit ${latest.response.name}`}>
        This changes the working copy, dev. Published versions stay the same.
      </PageHeader>
      {revert !== undefined && <RevertNotice {...revert} />}
      <StoredIssues specification={latest.response} />
      <FormProvider {...form}>
        <ConnectorSteps
          workspaceId={workspaceId}
          edited={key}
          current={current}
          onCurrent={setCurrent}
        />
        <EditSaving
          workspaceId={workspaceId}
          begun={begun}
          latest={latest}
          kept={kept}
          onShowIssue={showIssue}
        />
      </FormProvider>
    </div>
  )
}
