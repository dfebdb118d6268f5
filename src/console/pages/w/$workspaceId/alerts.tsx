import { Button, Chip, Group, Menu, Select, Text, TextInput } from '@mantine/core'
import { useStateHistory } from '@mantine/hooks'
import { IconArrowBackUp, IconArrowForwardUp, IconDots, IconSearch } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { CopyFromMenu } from '../../../forms/copy-from-menu'
import { SaveBar } from '../../../forms/save-bar'
import { useBase, useFollowLatest, useReadOnlyReason } from '../../../forms/use-base'
import { download } from '../../../layout/download'
import { LinkAnchor } from '../../../layout/link-anchor'
import { PageHeader } from '../../../layout/page-header'
import { ReadOnlyBanner } from '../../../layout/page-states'
import { AlertMatrix } from './-alerts/alert-matrix'
import { ImportModal } from './-alerts/import-modal'
import { alertRows, asJson, categoryLabels, editsOf, filterNames, filters, passes, toggled, type Drafts } from './-alerts/matrix'

export const Route = createFileRoute('/w/$workspaceId/alerts')({
  validateSearch: z.object({
    q: z.string().optional().catch(undefined),
    category: z.string().optional().catch(undefined),
    show: z.array(z.enum(filterNames)).optional().catch(undefined),
    focus: z.string().optional().catch(undefined),
  }),
  component: () => {
    const { workspaceId } = Route.useParams()
    return <AlertsPage key={workspaceId} workspaceId={workspaceId} />
  },
})

function AlertsPage({ workspaceId }: { workspaceId: string }) {
  const { q = '', category, show = [], focus } = Route.useSearch()
  const navigate = Route.useNavigate()
  const editing = useBase(workspaceId)
  const { base, setBase } = editing
  const [drafts, history, { current, history: steps }] = useStateHistory<Drafts>({})
  const [importing, setImporting] = useState<{ title: string; text: string }>()
  const edits = editsOf(base.answer, drafts)
  const readOnlyReason = useReadOnlyReason(base)
  useFollowLatest(editing, edits.length > 0)

  const all = alertRows(base.answer, drafts)
  const rows = all.filter((row) => passes(row, q, category, show))
  const filter = (search: { q?: string | undefined; category?: string | undefined; show?: typeof show | undefined }) =>
    void navigate({ search: (before) => ({ ...before, focus: undefined, ...search }), replace: true })
  const hasWebhook = (base.answer.webhookUri ?? '') !== ''

  return (
    <div className="page-wide">
      <PageHeader
        title="Alerts"
        actions={
          <>
            <Button variant="default" size="compact-md" px={8} disabled={current === 0} onClick={() => history.back()} aria-label="Undo"><IconArrowBackUp size={16} /></Button>
            <Button variant="default" size="compact-md" px={8} disabled={current >= steps.length - 1} onClick={() => history.forward()} aria-label="Redo"><IconArrowForwardUp size={16} /></Button>
            <Menu position="bottom-end">
              <Menu.Target><Button variant="default" size="compact-md" px={8} aria-label="Import and export"><IconDots size={16} /></Button></Menu.Target>
              <Menu.Dropdown>
                {readOnlyReason === undefined && <Menu.Item onClick={() => setImporting({ title: 'Import delivery settings', text: '' })}>Import JSON…</Menu.Item>}
                {readOnlyReason === undefined && <CopyFromMenu workspaceId={workspaceId} onWorkspace={(other) => setImporting({ title: `Delivery as in ${other.name}`, text: asJson(alertRows(other, {})) })} />}
                <Menu.Item onClick={() => download(`${base.answer.key}-alerts.json`, 'application/json', asJson(all))}>Export as JSON</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </>
        }
      >
        Who is told when something in {base.answer.name} nears its limit. The internal list always is.
      </PageHeader>
      {readOnlyReason !== undefined && <ReadOnlyBanner reason={readOnlyReason} archived={base.answer.archivedAt !== undefined} />}
      <Group gap="xs" mb="xs">
        <TextInput aria-label="Find an alert type" placeholder="Find an alert type" leftSection={<IconSearch size={14} />} value={q} onChange={(event) => filter({ q: event.currentTarget.value || undefined })} w={200} />
        <Select aria-label="Category" placeholder="All categories" clearable data={Object.entries(categoryLabels).map(([value, label]) => ({ value, label }))} value={category ?? null} onChange={(value) => filter({ category: value ?? undefined })} w={170} clearButtonProps={{ 'aria-label': 'All categories' }} />
        <Chip.Group multiple value={show} onChange={(values) => filter({ show: filterNames.filter((name) => values.includes(name)) })}>
          <Group gap={6}>{filterNames.map((name) => <Chip key={name} value={name} size="xs">{filters[name].label}</Chip>)}</Group>
        </Chip.Group>
        <Text fz="xs" c="dimmed" ml="auto" aria-live="polite">{rows.length} of {all.length} alert types</Text>
      </Group>
      <AlertMatrix
        rows={rows}
        workspaceId={workspaceId}
        readOnly={readOnlyReason !== undefined}
        focus={focus}
        blocked={{
          webhook: hasWebhook ? undefined : <>cannot deliver: <LinkAnchor to="/w/$workspaceId/settings" params={{ workspaceId }} hash="webhookUri" fz="xs" underline="always">no webhook URI</LinkAnchor></>,
          email: 'needs a mail server on the engine',
        }}
        onToggle={(toggledRows, of) => history.set(toggled(drafts, toggledRows, of))}
        onUndo={() => history.back()}
        onRedo={() => history.forward()}
      />
      {importing !== undefined && <ImportModal title={importing.title} initial={importing.text} onDrafts={(imported) => history.set({ ...drafts, ...imported })} onClose={() => setImporting(undefined)} />}
      <SaveBar
        base={base}
        edits={edits}
        onSaved={(saved) => {
          setBase(saved)
          history.reset()
        }}
        onRebase={(newer, kept) => {
          setBase(newer)
          const names = new Set(kept.map(({ path }) => path.slice('alertDeliverySettings.alertTypes.'.length)))
          history.set(Object.fromEntries(Object.entries(drafts).filter(([name]) => names.has(name))))
        }}
        onDiscard={() => history.reset()}
      />
    </div>
  )
}
