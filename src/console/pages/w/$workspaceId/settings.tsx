import { createFileRoute, useLocation } from '@tanstack/react-router'
import { startTransition, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { extensionsQuery, useHasExtensions, type WorkspaceResponse } from '@/console/api/workspaces'
import { valueAt, type Edit } from '@/console/edits/edits'
import { rebase as rebaseEdits } from '@/console/edits/rebase'
import { useWorkspaceEditing } from '@/console/edits/use-workspace-editing'
import { Section } from '@/console/forms/section'
import { useReadOnlyReason } from '@/console/forms/use-read-only-reason'
import { introductions } from '@/console/layout/introductions'
import { PageHeader } from '@/console/layout/page-header'
import { ReadOnlyBanner } from '@/console/layout/page-states'
import { requireAdmin } from '@/console/layout/require-role'
import { RestoreWorkspace } from '@/console/layout/restore-workspace'
import { useIsAdmin } from '@/console/session/use-session'
import { SectionNav } from '@/console/ui/section-nav'
import { AccessSection } from './-settings/access-section'
import { DangerZone } from './-settings/danger-zone'
import { EditingContext } from './-settings/editing'
import { editsOf, formOf, formWith, settingsResolver, type SettingsForm } from './-settings/form'
import { GeneralSection } from './-settings/general-section'
import { InternalSection } from './-settings/internal-section'
import { MakeWritable } from './-settings/make-writable'
import { SettingsSaveBar } from './-settings/settings-save-bar'
import { SwitchesSection } from './-settings/switches-section'
import { UserFieldsSection } from './-settings/user-fields-section'
import { WebhookSection } from './-settings/webhook-section'

export const Route = createFileRoute('/w/$workspaceId/settings')({
  validateSearch: z.object({ token: z.string().optional().catch(undefined) }),
  beforeLoad: requireAdmin,
  loader: ({ context }) => context.queryClient.ensureQueryData(extensionsQuery),
  component: SettingsPage,
})

const parts = [
  { id: 'general', label: 'General' },
  { id: 'switches', label: 'Switches' },
  { id: 'access', label: 'Access' },
  { id: 'webhook', label: 'Webhook' },
  { id: 'user-fields', label: 'User fields' },
  { id: 'internal', label: 'Internal' },
]
const dangerZone = { id: 'danger-zone', label: 'Danger zone' }
const restore = { id: 'restore', label: 'Restore' }

// The same elements each time, so that they do not render again with the page.
const firstSections = (
  <>
    <GeneralSection />
    <SwitchesSection />
  </>
)
const laterSections = (
  <>
    <AccessSection />
    <WebhookSection />
    <UserFieldsSection />
  </>
)

function SettingsPage() {
  const { workspaceId } = Route.useParams()
  const editing = useWorkspaceEditing(workspaceId, 'settings')
  const { base, setBase, kept } = editing
  const form = useForm<SettingsForm>({
    resolver: useMemo(() => settingsResolver(base.response), [base]),
    mode: 'onTouched',
    defaultValues: formWith(base.response, kept?.edits ?? [], kept?.typed),
  })
  const readOnlyReason = useReadOnlyReason(base)
  const readOnly = readOnlyReason !== undefined
  const { getValues, reset } = form
  const isArchived = editing.latest.response.archivedAt !== undefined
  const hasExtensions = useHasExtensions()
  const hasDangerZone = hasExtensions && !readOnly && !isArchived
  // Other engines don't say whether it is archived.
  const canRestore = useIsAdmin() && !hasExtensions
  const { isWhole, showWhole } = useWhole()

  const rebase = useCallback(
    (record: WorkspaceResponse, left: readonly Edit[] = []) => {
      setBase(record)
      reset(formWith(record.response, left, getValues('userFieldsSchema')))
    },
    [setBase, reset, getValues],
  )
  const shared = useMemo(
    () => ({ form, workspace: base.response, original: formOf(base.response), readOnly }),
    [form, base, readOnly],
  )

  return (
    <div className="page">
      <PageHeader title="Settings">{introductions.settings}</PageHeader>
      <ReadOnlyBanner
        reason={readOnlyReason}
        workspace={base.response}
        action={
          <MakeWritable
            base={base}
            onDone={(record) => {
              const edits = editsOf(base.response, getValues())
              const merged = rebaseEdits(edits, (path) => valueAt(record.response, path))
              // The save bar shows what is in conflict with the record, which is the latest now.
              if (merged.conflicts.length === 0) rebase(record, merged.standing)
            }}
          />
        }
      />
      <EditingContext value={shared}>
        <SectionNav
          label="Parts of the settings"
          parts={[
            ...parts,
            ...(hasDangerZone ? [dangerZone] : []),
            ...(canRestore ? [restore] : []),
          ]}
        >
          <form onSubmit={(event) => event.preventDefault()}>
            {firstSections}
            {isWhole && laterSections}
          </form>
          {isWhole && (
            <>
              <InternalSection />
              {hasExtensions && <DangerZone hidden={!hasDangerZone} />}
              {canRestore && (
                <Section id={restore.id} title={restore.label}>
                  <RestoreWorkspace workspaceId={workspaceId} />
                </Section>
              )}
            </>
          )}
        </SectionNav>
      </EditingContext>
      <SettingsSaveBar form={form} editing={editing} onValidate={showWhole} onRebase={rebase} />
    </div>
  )
}

/**
 * Returns whether to render what is further down: after the first paint, unless a link leads there,
 * and a function that renders it at once. A part that is chosen before it is there is scrolled to
 * then.
 */
function useWhole() {
  const { hash } = useLocation()
  const [startsWhole] = useState(hash !== '')
  const [isWhole, setWhole] = useState(startsWhole)
  const showChosenPart = useEffectEvent(() => document.getElementById(hash)?.scrollIntoView())
  useEffect(() => startTransition(() => setWhole(true)), [])
  useEffect(() => {
    if (isWhole && !startsWhole) showChosenPart()
  }, [isWhole, startsWhole])
  return { isWhole, showWhole: () => flushSync(() => setWhole(true)) }
}
