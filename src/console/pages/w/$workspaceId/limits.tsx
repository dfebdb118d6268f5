import { Menu, Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { z } from 'zod'
import { isLimitName } from '../../../../contract/limits'
import { extensionsQuery } from '../../../api/workspaces'
import { usageQuery, useLiveUsage } from '../../../api/usage'
import { CopyFromMenu } from '../../../forms/copy-from-menu'
import { ImportDialog, type ImportSource } from '../../../forms/import-dialog'
import { SaveBar } from '../../../forms/save-bar'
import type { Edit } from '../../../forms/edits'
import { limitPath } from '../../../forms/member-path'
import { useReadOnlyReason } from '../../../forms/use-base'
import { useDrafts } from '../../../forms/use-drafts'
import { download } from '../../../ui/download'
import { PageHeader } from '../../../layout/page-header'
import { ReadOnlyBanner } from '../../../layout/page-states'
import { useTokenFacts } from '../../../session/use-session'
import { FilterBar } from '../../../table/filter-bar'
import { GridActions } from '../../../table/grid-actions'
import { useDensity } from '../../../table/table-view'
import { asCsv, asJson, changesOf, previewOf, readImport } from './-limits/exchange'
import type { GridMessage } from './-limits/grid-message'
import { LimitsGrid } from './-limits/limits-grid'
import { OperatorNote } from './-limits/operator-note'
import {
  cautionsOf,
  contextOf,
  draftRules,
  editableLayers,
  filterNames,
  filters,
  groupLabels,
  limitRows,
  passes,
  valueIn,
  type CellChange,
  type FilterName,
} from '../../../forms/limit-rows'

const noFilters: readonly FilterName[] = []
export const Route = createFileRoute('/w/$workspaceId/limits')({
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    group: z.string().optional().catch(undefined),
    show: z.array(z.enum(filterNames)).optional().catch(undefined),
    focus: z.string().optional().catch(undefined),
  }),
  loader: async ({ context: { queryClient }, params: { workspaceId } }) => {
    if (await queryClient.ensureQueryData(extensionsQuery))
      void queryClient.prefetchQuery(usageQuery(workspaceId, 'hour'))
  },
  component: () => {
    const { workspaceId } = Route.useParams()
    return <LimitsPage key={workspaceId} workspaceId={workspaceId} />
  },
})

function LimitsPage({ workspaceId }: { workspaceId: string }) {
  const { q = '', group, show = noFilters, focus } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { base, drafts, put, undo, redo, saving } = useDrafts(workspaceId, draftRules)
  const [message, setMessage] = useState<GridMessage>()
  const [importing, setImporting] = useState<ImportSource>()
  const readOnlyReason = useReadOnlyReason(base)

  const usage = useLiveUsage(workspaceId)
  const all = useMemo(() => limitRows(base.response, drafts, usage), [base, drafts, usage])
  const rows = useMemo(
    () => all.filter((row) => passes(row, q, group, show)),
    [all, q, group, show],
  )
  const cautions = useMemo(() => cautionsOf(base.response, all), [base, all])
  const isOperator = useTokenFacts()?.role === 'operator'
  const { data: hasExtensions } = useQuery(extensionsQuery)
  const editable = {
    workspace: readOnlyReason === undefined,
    operator: isOperator && hasExtensions === true && base.response.archivedAt === undefined,
  }

  // The API refuses limits that this console doesn't know. What changes nothing is no step to undo.
  const change = (changes: readonly CellChange[]) => {
    const byName = new Map(all.map((row) => [row.name, row]))
    const effective = changes.filter(({ name, layer, value }) => {
      const row = byName.get(name)
      return (
        row !== undefined &&
        isLimitName(name) &&
        value !== (row.unreadable[layer] ?? valueIn(row, layer) ?? null)
      )
    })
    if (effective.length > 0)
      put(
        Object.fromEntries(
          effective.map(({ name, layer, value }) => [limitPath(layer, name), value]),
        ),
      )
  }

  // On a phone, where the page scrolls, the message may be out of sight below the grid.
  const messageLine = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (message !== undefined) messageLine.current?.scrollIntoView({ block: 'nearest' })
  }, [message])

  const unreadable = all.filter((row) => Object.keys(row.unreadable).length > 0)
  const noteOf = ({ path }: Edit) => {
    for (const row of all)
      for (const layer of editableLayers)
        if (limitPath(layer, row.name) === path) return contextOf(row, layer)
    return undefined
  }

  const [shownCount, allCount] = [rows.length, all.length]
  // These are drawn again only for what they show, not for each number that is typed below them.
  const filterBar = useMemo(
    () => (
      <FilterBar
        noun="limit"
        groupNoun="group"
        text={q}
        group={group}
        groups={groupLabels}
        shown={show}
        filters={filters}
        filterNames={filterNames}
        count={`${shownCount} of ${allCount} limits`}
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
  const [isDense, setDense] = useDensity()
  const toggleDense = useCallbackRef(setDense)
  const exportCsv = useCallbackRef(() => download(`${key}-limits.csv`, 'text/csv', asCsv(rows)))
  const exportJson = useCallbackRef(() =>
    download(`${key}-limits.json`, 'application/json', asJson(rows)),
  )
  const header = useMemo(
    () => (
      <PageHeader
        title="Limits"
        actions={
          <GridActions undo={undo} redo={redo}>
            {writable && (
              <Menu.Item onClick={() => setImporting({ title: 'Import limits' })}>
                Import CSV or JSON…
              </Menu.Item>
            )}
            {writable && (
              <CopyFromMenu
                workspaceId={workspaceId}
                onWorkspace={(other) =>
                  setImporting({
                    title: `Copy limits from ${other.name}`,
                    text: asJson(
                      limitRows(other, {}).filter(({ group: kind }) => kind !== 'unknown'),
                    ),
                  })
                }
              />
            )}
            <Menu.CheckboxItem checked={isDense} onChange={toggleDense}>
              Dense rows
            </Menu.CheckboxItem>
            <Menu.Item onClick={exportCsv}>Export shown limits as CSV</Menu.Item>
            <Menu.Item onClick={exportJson}>Export shown limits as JSON</Menu.Item>
          </GridActions>
        }
      >
        What {name} can use. Operator overrides win over workspace values, which win over defaults.
      </PageHeader>
    ),
    [name, writable, workspaceId, undo, redo, exportCsv, exportJson, isDense, toggleDense],
  )

  return (
    <div className="page-wide page-fitted">
      {header}
      {readOnlyReason !== undefined && (
        <ReadOnlyBanner reason={readOnlyReason} archived={base.response.archivedAt !== undefined} />
      )}
      <OperatorNote workspaceId={workspaceId} canEdit={editable.operator} />
      {filterBar}
      <LimitsGrid
        rows={rows}
        isDense={isDense}
        editable={editable}
        focus={focus}
        workspaceId={workspaceId}
        onChange={change}
        onUndo={undo}
        onRedo={redo}
        onMessage={setMessage}
      />
      <Text
        ref={messageLine}
        fz="sm"
        c={message?.isError === true ? 'var(--sb-danger-text)' : 'dimmed'}
        className="grid-message"
        role="status"
        aria-label="Grid messages"
      >
        {message?.text}
      </Text>
      {importing !== undefined && (
        <ImportDialog
          source={importing}
          label="Values"
          description={
            'CSV or TSV with name and value, or JSON, for example 1.5k, 2 min or 3 GB. ' +
            'An empty value resets to the default.'
          }
          accept=".csv,.tsv,.json,text/csv,application/json"
          read={(text) => {
            const imported = readImport(text, all)
            return typeof imported === 'string'
              ? imported
              : { lines: previewOf(imported), changes: changesOf(imported) }
          }}
          onApply={({ changes }) => change(changes)}
          onClose={() => setImporting(undefined)}
        />
      )}
      <SaveBar
        {...saving}
        cautions={cautions}
        noteOf={noteOf}
        blocked={
          unreadable.length === 0
            ? undefined
            : `The value of ${unreadable.map(({ label }) => label).join(', ')} can’t be read`
        }
      />
    </div>
  )
}
