import { Alert, Button, Drawer, Stack, Text, TextInput } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { startTransition, useState } from 'react'
import type { AppResponse } from '@/console/api/apps'
import { DiffTable } from '@/console/edits/diff-table'
import { ReasonField } from '@/console/forms/change-reason'
import { ConflictModal } from '@/console/forms/conflict-modal'
import { FormFooter } from '@/console/forms/form-footer'
import { RequestTabs } from '@/console/forms/request-tabs'
import { isOtherPage, LeaveModal, UnsavedGuard, type Place } from '@/console/forms/unsaved-guard'
import { ErrorAlert } from '@/console/layout/error-alert'
import { draftKey } from '@/console/session/kept-drafts'
import { AppFields } from './app-fields'
import { updateOf } from './app-form'
import { useEditForm } from './use-edit-form'

interface EditDrawerProps {
  workspaceId: string
  /** The app when the editing began. */
  begun: AppResponse
  /** Restores the app. Undefined unless it is archived. */
  onRestore: (() => unknown) | undefined
  /** Called after closing, when the drawer may be removed. */
  onClosed: () => void
}

const openApp = (search: string) => new URLSearchParams(search).get('app')

/** Whether a navigation closes the details of the app too, as Back can. */
const isLeavingApp = (from: Place, to: Place) =>
  isOtherPage(from, to) || openApp(from.search) !== openApp(to.search)

/** The drawer that edits an app: its form, the changes and the request. */
export default function EditDrawer({ workspaceId, begun, onRestore, onClosed }: EditDrawerProps) {
  const draft = draftKey(workspaceId, 'apps', `edit ${begun.response.id}`)
  const [leaving, setLeaving] = useState(false)
  // Opened after the first render, so that it knows what to give the focus back to.
  const isMounted = useMounted()
  const [isClosing, setClosing] = useState(false)
  const opened = isMounted && !isClosing
  const editing = useEditForm(workspaceId, {
    begun,
    draftKey: draft,
    isKept: opened,
    onSaved: () => setClosing(true),
  })
  const { edits, isPending, conflict } = editing

  function close() {
    // How the save ends is shown here.
    if (isPending) return
    if (edits.length === 0) setClosing(true)
    // Not at once: the Escape key that closes the drawer would answer the question too.
    else startTransition(() => setLeaving(true))
  }

  function leave() {
    setLeaving(false)
    setClosing(true)
  }

  return (
    <>
      <UnsavedGuard
        dirty={opened && edits.length > 0}
        pending={isPending}
        draftKey={draft}
        isLeaving={isLeavingApp}
      />
      <Drawer
        opened={opened}
        onClose={close}
        onExitTransitionEnd={onClosed}
        closeOnEscape={!leaving && conflict === undefined}
        position="right"
        size="lg"
        title={`Edit ${editing.base.response.name}`}
      >
        <EditForm
          workspaceId={workspaceId}
          editing={editing}
          opened={opened}
          onRestore={onRestore}
          onCancel={close}
        />
      </Drawer>
      <LeaveModal opened={leaving} onStay={() => setLeaving(false)} onLeave={leave} />
      {conflict !== undefined && (
        <ConflictModal
          what="app"
          conflicts={conflict.conflicts}
          standing={conflict.standing.length}
          onClose={editing.closeConflict}
          onResolve={editing.resolve}
        />
      )}
    </>
  )
}

interface EditFormProps extends Pick<EditDrawerProps, 'workspaceId' | 'onRestore'> {
  editing: ReturnType<typeof useEditForm>
  opened: boolean
  onCancel: () => void
}

function EditForm({ workspaceId, editing, opened, onRestore, onCancel }: EditFormProps) {
  const { base, form, edits, reason, isPending, error, submit } = editing
  const { id, key } = base.response
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          {...form.register('name')}
          error={form.formState.errors.name?.message}
          autoComplete="off"
          data-autofocus
        />
        <TextInput
          label="Key"
          description="Others refer to the app by this key, so it can’t change."
          value={key}
          readOnly
          classNames={{ input: 'mono' }}
        />
        <AppFields workspaceId={workspaceId} form={form} opened={opened} />
        <RequestTabs
          requests={[
            {
              method: 'PATCH',
              path: `/external-apps/${id}`,
              body: updateOf(edits),
              ifMatch: base.etag,
              reason: reason.given,
            },
          ]}
          changes={
            edits.length === 0 ? (
              <Text fz="sm" c="dimmed">
                Nothing is changed yet.
              </Text>
            ) : (
              <DiffTable edits={edits} />
            )
          }
        />
        <ReasonField reason={reason} disabled={isPending} />
        <ErrorAlert error={error} />
        {onRestore !== undefined && (
          <Alert color="caution" title="This app is archived" role="status">
            <Text fz="sm" mb="xs">
              Restore it to save your changes.
            </Text>
            <RestoreButton onRestore={onRestore} />
          </Alert>
        )}
        <FormFooter
          submit="Save"
          isPending={isPending}
          canSubmit={edits.length > 0 && reason.error === undefined}
          other={{ label: 'Cancel', disabled: isPending, onClick: onCancel }}
        />
      </Stack>
    </form>
  )
}

function RestoreButton({ onRestore }: { onRestore: () => unknown }) {
  const [isRestoring, setRestoring] = useState(false)
  async function restore() {
    setRestoring(true)
    await onRestore()
    setRestoring(false)
  }
  return (
    <Button size="compact-sm" loading={isRestoring} onClick={() => void restore()}>
      Restore
    </Button>
  )
}
