import { Alert } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import {
  channelsQuery,
  mutesQuery,
  recentAlertsQuery,
  useChannelProblems,
  useLastAlerts,
  useMutes,
} from '@/console/api/alerts'
import { extensionsQuery, useHasExtensions } from '@/console/api/workspaces'
import { download } from '@/console/browser/download'
import { alertSettingPath } from '@/console/edits/member-path'
import { SaveBar } from '@/console/forms/save-bar'
import { useReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { alertSettingField, draftRules, toggle } from '@/console/grids/alert-drafts'
import { alertRows, categoryLabels, filters, passes } from '@/console/grids/alert-rows'
import { draftsFrom } from '@/console/grids/drafts'
import {
  gridSearchSchema,
  alertFilterNames,
  type AlertFilterName,
} from '@/console/grids/grid-search'
import type { ImportSource } from '@/console/grids/import-dialog'
import { useDrafts } from '@/console/grids/use-drafts'
import { ReadOnlyBanner } from '@/console/layout/page-states'
import { requireAdmin } from '@/console/layout/require-role'
import { WebhookUriLink } from '@/console/layout/webhook-uri-link'
import { filterBar, type GridFilters } from '@/console/table/filter-bar'
import type { Workspace } from '@/contract/workspaces'
import { AlertMatrix } from './-alerts/alert-matrix'
import { AlertSettingsFields } from './-alerts/alert-settings-fields'
import { AlertsHeader } from './-alerts/alerts-header'
import { AlertsImport } from './-alerts/alerts-import'
import { asJson, settingsOf } from './-alerts/import-export'
import classes from './-alerts/alert-matrix.module.css'

const noFilters: readonly AlertFilterName[] = []
const AlertFilterBar = filterBar({
  plural: 'alert types',
  findLabel: 'Find an alert type',
  groupLabel: 'Category',
  anyGroupLabel: 'All categories',
  groups: categoryLabels,
  filters,
})

export const Route = createFileRoute('/w/$workspaceId/alerts')({
  validateSearch: gridSearchSchema(alertFilterNames),
  beforeLoad: requireAdmin,
  loader: async ({ context: { queryClient }, params: { workspaceId } }) => {
    if (!(await queryClient.ensureQueryData(extensionsQuery))) return
    void queryClient.prefetchQuery(channelsQuery(workspaceId))
    void queryClient.prefetchQuery(mutesQuery(workspaceId))
    void queryClient.prefetchQuery(recentAlertsQuery(workspaceId))
  },
  component: AlertsPage,
})

/** The matrix of alert types and the channels that they are sent through. */
function AlertsPage() {
  const { workspaceId } = Route.useParams()
  const { q = '', group, show = noFilters, focus } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { base, drafts, put, undo, redo, saving } = useDrafts(workspaceId, draftRules)
  const hasExtensions = useHasExtensions()
  const lastAlerts = useLastAlerts(workspaceId)
  const mutes = useMutes(workspaceId)
  const { problems, isUnknown } = useChannelProblems(workspaceId)
  const blocked = blockedChannels(base.response, hasExtensions, problems)
  const [importing, setImporting] = useState<ImportSource>()
  const readOnlyReason = useReadOnlyReason(base)

  const all = useMemo(() => alertRows(base.response, drafts), [base, drafts])
  const rows = useMemo(
    () => all.filter((row) => passes(row, q, group, show)),
    [all, q, group, show],
  )

  // Stable, so that header and filters are not rendered for each box that is ticked below them.
  const filter = useCallbackRef(
    (next: Partial<GridFilters<AlertFilterName>>) =>
      void navigate({
        search: (before) => ({ ...before, focus: undefined, ...next }),
        replace: true,
      }),
  )
  const settings = {
    nearPercent: alertSettingField(base.response, drafts, 'nearPercent'),
    emailRecipients: alertSettingField(base.response, drafts, 'emailRecipients'),
  }
  const issue = settings.nearPercent.issue ?? settings.emailRecipients.issue
  const { key, archivedAt } = base.response
  const exportAll = useCallbackRef(() =>
    download(
      `${key}-alerts.json`,
      'application/json',
      asJson(all, hasExtensions ? settingsOf((name) => settings[name].draft) : undefined),
    ),
  )

  return (
    <div className={`page-wide page-fitted ${classes['page']}`}>
      <AlertsHeader
        workspaceId={workspaceId}
        isWritable={readOnlyReason === undefined}
        canTest={hasExtensions}
        undo={undo}
        redo={redo}
        onImport={setImporting}
        onExport={exportAll}
      />
      <ReadOnlyBanner reason={readOnlyReason} workspace={base.response} />
      {hasExtensions && (
        <AlertSettingsFields
          fields={settings}
          readOnly={readOnlyReason !== undefined}
          emailProblem={problems.get('email')}
          onChange={(name, draft) => put(draftsFrom([[alertSettingPath(name), draft]]))}
        />
      )}
      {isUnknown && archivedAt === undefined && (
        <Alert color="caution" p="xs" mb="xs" role="status">
          Whether the channels can deliver can’t be loaded.
        </Alert>
      )}
      <AlertFilterBar
        text={q}
        group={group}
        shown={show}
        filterNames={alertFilterNames}
        count={rows.length}
        total={all.length}
        onFilter={filter}
      />
      <AlertMatrix
        rows={rows}
        workspaceId={workspaceId}
        readOnly={readOnlyReason !== undefined}
        focus={focus}
        lastAlerts={lastAlerts}
        mutes={mutes}
        hasHistory={hasExtensions}
        blocked={blocked}
        onToggle={(toggled, channels) => put(toggle(toggled, channels))}
        onUndo={undo}
        onRedo={redo}
      />
      {importing !== undefined && (
        <AlertsImport
          source={importing}
          rows={all}
          settings={
            hasExtensions
              ? {
                  nearPercent: settings.nearPercent.draft,
                  emailRecipients: settings.emailRecipients.draft,
                }
              : undefined
          }
          onDrafts={put}
          onClose={() => setImporting(undefined)}
        />
      )}
      <SaveBar {...saving} blocked={issue} />
    </div>
  )
}

/** Returns by channel why it can't deliver; undefined if it can. */
function blockedChannels(
  { id, webhookUri }: Workspace,
  hasExtensions: boolean,
  problems: ReturnType<typeof useChannelProblems>['problems'],
) {
  const hasWebhook = (webhookUri ?? '') !== ''
  return {
    webhook: hasWebhook ? (
      problems.get('webhook')
    ) : (
      <>
        can’t deliver:{' '}
        <WebhookUriLink workspaceId={id} fz="xs">
          no webhook URI
        </WebhookUriLink>
      </>
    ),
    email: hasExtensions ? problems.get('email') : 'needs a mail server in the engine',
  }
}
