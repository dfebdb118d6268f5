import { Menu } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { CopyFromMenu } from '../../../forms/copy-from-menu'
import { ImportDialog, type ImportSource } from '../../../forms/import-dialog'
import { SaveBar } from '../../../forms/save-bar'
import { useReadOnlyReason } from '../../../forms/use-base'
import { useDrafts } from '../../../forms/use-drafts'
import { download } from '../../../ui/download'
import { LinkAnchor } from '../../../ui/link-anchor'
import { PageHeader } from '../../../layout/page-header'
import { ReadOnlyBanner } from '../../../layout/page-states'
import { FilterBar } from '../../../table/filter-bar'
import { GridActions } from '../../../table/grid-actions'
import { channelsQuery, useLastAlerts } from '../../../api/alerts'
import { extensionsQuery } from '../../../api/workspaces'
import { TestAlert } from './-alerts/test-alert'
import { AlertMatrix } from './-alerts/alert-matrix'
import {
  alertRows,
  asJson,
  categoryLabels,
  draftRules,
  filterNames,
  filters,
  passes,
  previewOf,
  readImport,
  toggle,
  type FilterName,
} from '../../../forms/alert-rows'

const noFilters: readonly FilterName[] = []

export const Route = createFileRoute('/w/$workspaceId/alerts')({
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    group: z.string().optional().catch(undefined),
    show: z.array(z.enum(filterNames)).optional().catch(undefined),
    focus: z.string().optional().catch(undefined),
  }),
  loader: async ({ context: { queryClient }, params: { workspaceId } }) => {
    if (await queryClient.ensureQueryData(extensionsQuery))
      void queryClient.prefetchQuery(channelsQuery(workspaceId))
  },
  component: () => {
    const { workspaceId } = Route.useParams()
    return <AlertsPage key={workspaceId} workspaceId={workspaceId} />
  },
})

function AlertsPage({ workspaceId }: { workspaceId: string }) {
  const { q = '', group, show = noFilters, focus } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { base, drafts, put, undo, redo, saving } = useDrafts(workspaceId, draftRules)
  const { data: hasExtensions } = useQuery(extensionsQuery)
  const lastAlerts = useLastAlerts(workspaceId)
  const [importing, setImporting] = useState<ImportSource>()
  const readOnlyReason = useReadOnlyReason(base)

  const all = useMemo(() => alertRows(base.response, drafts), [base, drafts])
  const rows = useMemo(
    () => all.filter((row) => passes(row, q, group, show)),
    [all, q, group, show],
  )
  const hasWebhook = (base.response.webhookUri ?? '') !== ''

  const { data: ways } = useQuery({
    ...channelsQuery(workspaceId),
    enabled: hasExtensions === true,
  })
  const unable = (channel: 'webhook' | 'email') =>
    ways?.response.items.find((way) => way.channel === channel)?.reason

  const [shownCount, allCount] = [rows.length, all.length]
  // These are drawn again only for what they show, not for each box that is ticked below them.
  const filterBar = useMemo(
    () => (
      <FilterBar
        noun="alert type"
        groupNoun="category"
        text={q}
        group={group}
        groups={categoryLabels}
        shown={show}
        filters={filters}
        filterNames={filterNames}
        count={`${shownCount} of ${allCount} alert types`}
        onFilter={(filter) =>
          void navigate({
            search: (before) => ({ ...before, focus: undefined, ...filter }),
            replace: true,
          })
        }
      />
    ),
    [q, group, show, shownCount, allCount, navigate],
  )

  const { name, key } = base.response
  const writable = readOnlyReason === undefined
  const exportAll = useCallbackRef(() =>
    download(`${key}-alerts.json`, 'application/json', asJson(all)),
  )
  const header = useMemo(
    () => (
      <PageHeader
        title="Alerts"
        actions={
          <>
            {hasExtensions === true && writable && <TestAlert workspaceId={workspaceId} />}
            <GridActions undo={undo} redo={redo}>
              {writable && (
                <Menu.Item onClick={() => setImporting({ title: 'Import delivery settings' })}>
                  Import JSON…
                </Menu.Item>
              )}
              {writable && (
                <CopyFromMenu
                  workspaceId={workspaceId}
                  onWorkspace={(other) =>
                    setImporting({
                      title: `Copy delivery settings from ${other.name}`,
                      text: asJson(alertRows(other, {})),
                    })
                  }
                />
              )}
              <Menu.Item onClick={exportAll}>Export as JSON</Menu.Item>
            </GridActions>
          </>
        }
      >
        Choose who gets notified when {name} approaches a limit. In-app alerts are always on.
      </PageHeader>
    ),
    [name, writable, workspaceId, hasExtensions, undo, redo, exportAll],
  )

  return (
    <div className="page-wide page-fitted">
      {header}
      {readOnlyReason !== undefined && (
        <ReadOnlyBanner reason={readOnlyReason} archived={base.response.archivedAt !== undefined} />
      )}
      {filterBar}
      <AlertMatrix
        rows={rows}
        workspaceId={workspaceId}
        readOnly={readOnlyReason !== undefined}
        focus={focus}
        lastAlerts={lastAlerts}
        hasHistory={hasExtensions === true}
        blocked={{
          webhook: hasWebhook ? (
            unable('webhook')
          ) : (
            <>
              can’t deliver:{' '}
              <LinkAnchor
                to="/w/$workspaceId/settings"
                params={{ workspaceId }}
                hash="webhookUri"
                fz="xs"
                underline="always"
              >
                no webhook URI
              </LinkAnchor>
            </>
          ),
          email: hasExtensions === true ? unable('email') : 'needs a mail server in the engine',
        }}
        onToggle={(toggledRows, of) => put(toggle(drafts, toggledRows, of))}
        onUndo={undo}
        onRedo={redo}
      />
      {importing !== undefined && (
        <ImportDialog
          source={importing}
          label="Delivery settings"
          description={
            'JSON with all thirty alertTypes, as this page exports it and the API returns it.'
          }
          accept=".json,application/json"
          read={(text) => {
            const imported = readImport(text)
            return typeof imported === 'string'
              ? imported
              : { lines: previewOf(all, imported), drafts: imported }
          }}
          onApply={({ drafts: imported }) => put(imported)}
          onClose={() => setImporting(undefined)}
        />
      )}
      <SaveBar {...saving} />
    </div>
  )
}
