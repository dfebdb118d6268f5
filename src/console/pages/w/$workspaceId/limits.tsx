import { Menu, Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { isLimitName } from '../../../../contract/limits'
import { useLiveUsage } from '../../../api/usage'
import { CopyFromMenu } from '../../../forms/copy-from-menu'
import { SaveBar } from '../../../forms/save-bar'
import { useReadOnlyReason } from '../../../forms/use-base'
import { useDrafts } from '../../../forms/use-drafts'
import { download } from '../../../layout/download'
import { PageHeader } from '../../../layout/page-header'
import { ReadOnlyBanner } from '../../../layout/page-states'
import { FilterBar } from '../../../table/filter-bar'
import { GridActions } from '../../../table/grid-actions'
import { asCsv, asJson } from './-limits/exchange'
import { ImportModal } from './-limits/import-modal'
import { LimitsGrid } from './-limits/limits-grid'
import { OperatorNote } from './-limits/operator-note'
import {
  cautionsOf,
  draftRules,
  filterNames,
  filters,
  groupLabels,
  limitRows,
  passes,
  type Drafts,
  type FilterName,
} from './-limits/rows'

const noFilters: readonly FilterName[] = []

export const Route = createFileRoute('/w/$workspaceId/limits')({
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    group: z.string().optional().catch(undefined),
    show: z.array(z.enum(filterNames)).optional().catch(undefined),
    focus: z.string().optional().catch(undefined),
  }),
  component: () => {
    const { workspaceId } = Route.useParams()
    return <LimitsPage key={workspaceId} workspaceId={workspaceId} />
  },
})

function LimitsPage({ workspaceId }: { workspaceId: string }) {
  const { q = '', group, show = noFilters, focus } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { base, drafts, put, undo, redo, saving } = useDrafts(workspaceId, draftRules)
  const [fault, setFault] = useState<string>()
  const [importing, setImporting] = useState<{ title: string; text: string }>()
  const readOnlyReason = useReadOnlyReason(base)

  const usage = useLiveUsage(workspaceId)
  const all = useMemo(() => limitRows(base.answer, drafts, usage), [base, drafts, usage])
  const rows = useMemo(
    () => all.filter((row) => passes(row, q, group, show)),
    [all, q, group, show],
  )
  const cautions = useMemo(() => cautionsOf(base.answer, all), [base, all])
  // What this console does not know, the interface would not take.
  const draft = (changed: Drafts) =>
    put(Object.fromEntries(Object.entries(changed).filter(([name]) => isLimitName(name))))

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

  const { name, key } = base.answer
  const writable = readOnlyReason === undefined
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
              <Menu.Item onClick={() => setImporting({ title: 'Import limits', text: '' })}>
                Import CSV or JSON…
              </Menu.Item>
            )}
            {writable && (
              <CopyFromMenu
                workspaceId={workspaceId}
                onWorkspace={(other) =>
                  setImporting({
                    title: `Limits as in ${other.name}`,
                    text: asJson(
                      limitRows(other, {}).filter(({ group: kind }) => kind !== 'unknown'),
                    ),
                  })
                }
              />
            )}
            <Menu.Item onClick={exportCsv}>Export what is shown as CSV</Menu.Item>
            <Menu.Item onClick={exportJson}>Export what is shown as JSON</Menu.Item>
          </GridActions>
        }
      >
        What {name} may use. An operator’s number goes before the workspace’s own, and that before
        the default.
      </PageHeader>
    ),
    [name, writable, workspaceId, undo, redo, exportCsv, exportJson],
  )

  return (
    <div className="page-wide page-fitted">
      {header}
      {readOnlyReason !== undefined && (
        <ReadOnlyBanner reason={readOnlyReason} archived={base.answer.archivedAt !== undefined} />
      )}
      <OperatorNote base={base} />
      {filterBar}
      <LimitsGrid
        rows={rows}
        readOnly={readOnlyReason !== undefined}
        focus={focus}
        workspaceId={workspaceId}
        onDrafts={draft}
        onUndo={undo}
        onRedo={redo}
        onFault={setFault}
      />
      <Text fz="sm" c="var(--sb-danger-text)" className="grid-fault" role="status">
        {fault}
      </Text>
      {importing !== undefined && (
        <ImportModal
          rows={all}
          title={importing.title}
          initial={importing.text}
          onDrafts={draft}
          onClose={() => setImporting(undefined)}
        />
      )}
      <SaveBar {...saving} cautions={cautions} />
    </div>
  )
}
