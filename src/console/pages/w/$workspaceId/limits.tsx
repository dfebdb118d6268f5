import { useCallbackRef } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { usageQuery, useLiveUsage } from '@/console/api/usage'
import { extensionsQuery, useHasExtensions } from '@/console/api/workspaces'
import { download } from '@/console/browser/download'
import { limitPath } from '@/console/edits/member-path'
import { SaveBar } from '@/console/forms/save-bar'
import { useReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { draftsFrom } from '@/console/grids/drafts'
import {
  gridSearchSchema,
  limitFilterNames,
  type LimitFilterName,
} from '@/console/grids/grid-search'
import type { ImportSource } from '@/console/grids/import-dialog'
import { draftRules, effectiveChanges, type CellChange } from '@/console/grids/limit-drafts'
import { cautionsOf, contextAt, unreadableText } from '@/console/grids/limit-review'
import { filters, groupLabels, limitRows, passes } from '@/console/grids/limit-rows'
import { useDrafts } from '@/console/grids/use-drafts'
import { ReadOnlyBanner } from '@/console/layout/page-states'
import { requireAdmin } from '@/console/layout/require-role'
import { CardSort } from '@/console/table/card-sort'
import { filterBar, type GridFilters } from '@/console/table/filter-bar'
import { useIsPhone } from '@/console/ui/page/use-is-phone'
import { GridMessageLine, type GridMessage } from './-limits/grid-message'
import { asCsv, asJson } from './-limits/import-export'
import { LimitsGrid } from './-limits/limits-grid'
import { LimitsHeader } from './-limits/limits-header'
import { LimitsImport } from './-limits/limits-import'
import { OperatorNote } from './-limits/operator-note'
import { UsageNote } from './-limits/usage-note'
import { useEditableLayers } from './-limits/use-editable-layers'
import { useLimitColumns } from './-limits/use-limit-columns'
import { knownSort } from './-limits/use-sorted-limits'
import classes from './-limits/limits-grid.module.css'

const noFilters: readonly LimitFilterName[] = []
/** The filters on engines that don't report usage, nor which limits they enforce. */
const filtersWithoutUsage = limitFilterNames.filter(
  (name) => name !== 'near' && name !== 'enforced',
)
const LimitsFilterBar = filterBar({
  plural: 'limits',
  findLabel: 'Find a limit',
  groupLabel: 'Group',
  anyGroupLabel: 'All groups',
  groups: groupLabels,
  filters,
})

export const Route = createFileRoute('/w/$workspaceId/limits')({
  validateSearch: gridSearchSchema(limitFilterNames).extend({
    sort: z.string().optional().catch(undefined),
  }),
  beforeLoad: requireAdmin,
  loader: async ({ context: { queryClient }, params: { workspaceId } }) => {
    if (await queryClient.ensureQueryData(extensionsQuery))
      void queryClient.prefetchQuery(usageQuery(workspaceId, 'hour'))
  },
  component: LimitsPage,
})

/** The grid of all limits: what is in use, and what may be. */
function LimitsPage() {
  const { workspaceId } = Route.useParams()
  const { q = '', group, show = noFilters, focus, sort: requestedSort } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { base, drafts, put, undo, redo, saving } = useDrafts(workspaceId, draftRules)
  const [message, setMessage] = useState<GridMessage>()
  const [importing, setImporting] = useState<ImportSource>()
  const hasUsage = useHasExtensions()
  const { view, ...columns } = useLimitColumns(hasUsage)
  const readOnlyReason = useReadOnlyReason(base)
  const editable = useEditableLayers(
    readOnlyReason === undefined,
    base.response.archivedAt !== undefined,
  )

  const usage = useLiveUsage(workspaceId)
  const all = useMemo(() => limitRows(base.response, drafts, usage), [base, drafts, usage])
  const rows = useMemo(
    () => all.filter((row) => passes(row, q, group, show)),
    [all, q, group, show],
  )
  const cautions = useMemo(() => cautionsOf(base.response, all), [base, all])

  function change(changes: readonly CellChange[]) {
    const changed = effectiveChanges(all, changes)
    // What changes nothing is no step to undo.
    if (changed.length > 0)
      put(draftsFrom(changed.map(({ name, layer, value }) => [limitPath(layer, name), value])))
  }

  // Stable, so that header and filters are not rendered for each number that is typed below them.
  const filter = useCallbackRef(
    (next: Partial<GridFilters<LimitFilterName> & { sort: string | undefined }>) =>
      void navigate({
        search: (before) => ({ ...before, focus: undefined, ...next }),
        replace: true,
      }),
  )
  const { key } = base.response
  const sortBy = useCallbackRef((next: string | undefined) => filter({ sort: next }))
  const isPhone = useIsPhone()
  const sort = knownSort(requestedSort)
  const phoneSort = useMemo(
    () =>
      isPhone && (
        <CardSort columns={columns.visible} sort={sort} unsorted="Group" onSort={sortBy} />
      ),
    [isPhone, columns.visible, sort, sortBy],
  )
  const exportAs = useCallbackRef((type: 'csv' | 'json') =>
    type === 'csv'
      ? download(`${key}-limits.csv`, 'text/csv', asCsv(rows))
      : download(`${key}-limits.json`, 'application/json', asJson(rows)),
  )

  return (
    <div className={`page-wide page-fitted ${classes['page']}`}>
      <LimitsHeader
        workspaceId={workspaceId}
        isWritable={readOnlyReason === undefined}
        isDense={view.isDense}
        columns={view.columns}
        hasUsage={hasUsage}
        gridWidth={columns.width}
        undo={undo}
        redo={redo}
        onDense={view.setDense}
        onColumns={view.show}
        onImport={setImporting}
        onExport={exportAs}
      />
      <ReadOnlyBanner reason={readOnlyReason} workspace={base.response} />
      <OperatorNote workspaceId={workspaceId} canEdit={editable.operator} />
      <UsageNote workspaceId={workspaceId} />
      <LimitsFilterBar
        text={q}
        group={group}
        shown={show}
        filterNames={hasUsage ? limitFilterNames : filtersWithoutUsage}
        count={rows.length}
        total={all.length}
        onFilter={filter}
        sortControl={phoneSort}
      />
      <LimitsGrid
        all={all}
        filtered={rows}
        columns={columns.fitting}
        sort={sort}
        onSort={isPhone ? undefined : sortBy}
        isDense={view.isDense}
        editable={editable}
        focus={focus}
        workspaceId={workspaceId}
        onChange={change}
        onUndo={undo}
        onRedo={redo}
        onMessage={setMessage}
        onWidth={columns.onWidth}
      />
      <GridMessageLine message={message} />
      {importing !== undefined && (
        <LimitsImport
          source={importing}
          rows={all}
          onChange={change}
          onClose={() => setImporting(undefined)}
        />
      )}
      <SaveBar
        {...saving}
        cautions={cautions}
        noteOf={({ path }) => contextAt(all, path)}
        blocked={unreadableText(all)}
      />
    </div>
  )
}
