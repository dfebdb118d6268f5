import { Button, Chip, Group, Menu, Select, Text, TextInput } from '@mantine/core'
import { useStateHistory } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp, IconDots, IconSearch } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { isLimitName } from '../../../../contract/limits'
import { CopyFromMenu } from '../../../forms/copy-from-menu'
import { SaveBar } from '../../../forms/save-bar'
import { useBase, useFollowLatest, useReadOnlyReason } from '../../../forms/use-base'
import { download } from '../../../layout/download'
import { PageHeader } from '../../../layout/page-header'
import { ReadOnlyBanner } from '../../../layout/page-states'
import { asCsv, asJson } from './-limits/exchange'
import { ImportModal } from './-limits/import-modal'
import { LimitsGrid } from './-limits/limits-grid'
import { OperatorNote } from './-limits/operator-note'
import { editsOf, filterNames, filters, groupLabels, largeCuts, limitRows, passes, type Drafts } from './-limits/rows'

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
  const { q = '', group, show = [], focus } = Route.useSearch()
  const navigate = Route.useNavigate()
  const editing = useBase(workspaceId)
  const { base, setBase } = editing
  const [drafts, history, { current, history: steps }] = useStateHistory<Drafts>({})
  const [fault, setFault] = useState<string>()
  const [importing, setImporting] = useState<{ title: string; text: string }>()
  const edits = editsOf(base.answer, drafts)
  const readOnlyReason = useReadOnlyReason(base)
  useFollowLatest(editing, edits.length > 0)

  const all = limitRows(base.answer, drafts)
  const rows = all.filter((row) => passes(row, q, group, show))
  const filter = (search: { q?: string | undefined; group?: string | undefined; show?: typeof show | undefined }) =>
    void navigate({ search: (before) => ({ ...before, focus: undefined, ...search }), replace: true })
  // What this console does not know, the interface would not take.
  const draft = (changed: Drafts) => history.set({ ...drafts, ...Object.fromEntries(Object.entries(changed).filter(([name]) => isLimitName(name))) })

  return (
    <div className="page-wide">
      <PageHeader
        title="Limits"
        actions={
          <>
            <Button variant="default" size="compact-md" px={8} disabled={current === 0} onClick={() => history.back()} aria-label="Undo"><IconArrowBackUp size={16} /></Button>
            <Button variant="default" size="compact-md" px={8} disabled={current >= steps.length - 1} onClick={() => history.forward()} aria-label="Redo"><IconArrowForwardUp size={16} /></Button>
            <Menu position="bottom-end">
              <Menu.Target><Button variant="default" size="compact-md" px={8} aria-label="Import and export"><IconDots size={16} /></Button></Menu.Target>
              <Menu.Dropdown>
                {readOnlyReason === undefined && <Menu.Item onClick={() => setImporting({ title: 'Import limits', text: '' })}>Import CSV or JSON…</Menu.Item>}
                {readOnlyReason === undefined && <CopyFromMenu workspaceId={workspaceId} onWorkspace={(other) => setImporting({ title: `Limits as in ${other.name}`, text: asJson(limitRows(other, {}).filter(({ group: kind }) => kind !== 'unknown')) })} />}
                <Menu.Item onClick={() => download(`${base.answer.key}-limits.csv`, 'text/csv', asCsv(rows))}>Export what is shown as CSV</Menu.Item>
                <Menu.Item onClick={() => download(`${base.answer.key}-limits.json`, 'application/json', asJson(rows))}>Export what is shown as JSON</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      >
        What {base.answer.name} may use. An operator’s number goes before the workspace’s own, and that before the default.
      </PageHeader>
      {readOnlyReason !== undefined && <ReadOnlyBanner reason={readOnlyReason} archived={base.answer.archivedAt !== undefined} />}
      <OperatorNote workspace={base.answer} />
      <Group gap="xs" mb="xs">
        <TextInput aria-label="Find a limit" placeholder="Find a limit" leftSection={<IconSearch size={14} />} value={q} onChange={(event) => filter({ q: event.currentTarget.value || undefined })} w={200} />
        <Select aria-label="Group" placeholder="All groups" clearable data={Object.entries(groupLabels).map(([value, label]) => ({ value, label }))} value={group ?? null} onChange={(value) => filter({ group: value ?? undefined })} w={170} clearButtonProps={{ 'aria-label': 'All groups' }} />
        <Chip.Group multiple value={show} onChange={(values) => filter({ show: filterNames.filter((name) => values.includes(name)) })}>
          <Group gap={6}>{filterNames.map((name) => <Chip key={name} value={name} size="xs">{filters[name].label}</Chip>)}</Group>
        </Chip.Group>
        <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">{rows.length} of {all.length} limits</Text>
      </Group>
      <LimitsGrid rows={rows} readOnly={readOnlyReason !== undefined} focus={focus} workspaceId={workspaceId} onDrafts={draft} onUndo={() => history.back()} onRedo={() => history.forward()} onFault={setFault} />
      <Text fz="sm" c="var(--sb-danger-text)" mt={4} role="status" mih="1.3em">{fault}</Text>
      {importing !== undefined && <ImportModal rows={all} title={importing.title} initial={importing.text} onDrafts={draft} onClose={() => setImporting(undefined)} />}
      <SaveBar
        base={base}
        edits={edits}
        cautions={largeCuts(base.answer, all)}
        onSaved={(saved) => {
          setBase(saved)
          history.reset()
        }}
        onRebase={(newer, kept) => {
          setBase(newer)
          const names = new Set(kept.map(({ path }) => path.slice('limits.'.length)))
          history.set(Object.fromEntries(Object.entries(drafts).filter(([name]) => names.has(name))))
        }}
        onDiscard={() => history.reset()}
      />
    </div>
  )
}
