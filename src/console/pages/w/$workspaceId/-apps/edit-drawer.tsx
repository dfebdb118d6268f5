import { zodResolver } from '@hookform/resolvers/zod'
import { Drawer, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AppUpdate } from '../../../../../contract/apps'
import { appQuery, useUpdateApp, type AppResponse } from '../../../../api/apps'
import { ConflictModal } from '../../../../forms/conflict-modal'
import { DiffTable } from '../../../../forms/diff-table'
import type { Edit } from '../../../../forms/edits'
import { FormFooter } from '../../../../forms/form-footer'
import { keptEdits, useKeepDraft } from '../../../../forms/kept-edits'
import { RequestTabs } from '../../../../forms/request-tabs'
import { LeaveModal, UnsavedGuard } from '../../../../forms/unsaved-guard'
import { useSave } from '../../../../forms/use-save'
import { ErrorAlert } from '../../../../layout/error-alert'
import { draftKey } from '../../../../session/kept-drafts'
import { AppFields } from './app-fields'
import {
  appEditSchema,
  editsOf,
  fieldAt,
  formOf,
  updateOf,
  valueAt,
  type AppForm,
} from './app-form'

interface EditDrawerProps {
  workspaceId: string
  /** The app when the editing began. */
  begun: AppResponse
  /** Called after closing, when the drawer may be removed. */
  onClosed: () => void
}

/** The form that edits an app, with its changes and the request. It merges concurrent changes. */
export default function EditDrawer({ workspaceId, begun, onClosed }: EditDrawerProps) {
  const client = useQueryClient()
  const update = useUpdateApp(workspaceId)
  const [base, setBase] = useState(begun)
  const draft = draftKey(workspaceId, 'apps', `edit ${begun.response.id}`)
  const [kept] = useState(() => keptEdits(draft, (path) => valueAt(begun.response, path)))
  const [leaving, setLeaving] = useState(false)
  // Opened when it is there already, so that it knows whom to give the focus back to.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  const form = useForm<AppForm, unknown, AppUpdate>({
    resolver: zodResolver(appEditSchema(base.response)),
    mode: 'onTouched',
    defaultValues: formOf(begun.response, kept?.edits),
  })
  const {
    formState: { errors },
    register,
    setError,
  } = form
  const edits = editsOf(base.response, form.watch())
  const { id, key, name } = base.response

  useKeepDraft(draft, opened && edits.length > 0 ? { edits } : undefined)

  function goOn(record: AppResponse, left: readonly Edit[]) {
    setBase(record)
    form.reset(formOf(record.response, left))
  }

  const { save, isPending, error, conflict, closeConflict, resolve } = useSave({
    base,
    edits,
    kept,
    valueAt,
    send: (record, toSend) =>
      update.mutateAsync({ id, body: updateOf(toSend), ifMatch: record.etag }),
    read: () => client.fetchQuery({ ...appQuery(workspaceId, id), staleTime: 0 }),
    onRebase: goOn,
    onSaved: (saved, later) => {
      notifications.show({ message: `${saved.response.name} is saved`, autoClose: 3000 })
      if (later.length === 0) setOpened(false)
      else goOn(saved, later)
    },
    onError: ({ facts }) => {
      for (const { path, message } of facts.issues ?? []) {
        const field = fieldAt(path)
        if (field !== undefined) setError(field, { message }, { shouldFocus: true })
      }
    },
  })

  function close() {
    // How the save ends is shown here.
    if (isPending) return
    if (edits.length === 0) setOpened(false)
    // Not at once: the Escape key that closes the drawer would answer the question too.
    else startTransition(() => setLeaving(true))
  }

  function leave() {
    setLeaving(false)
    setOpened(false)
  }

  return (
    <>
      <UnsavedGuard dirty={opened && edits.length > 0} draftKey={draft} />
      <Drawer
        opened={opened}
        onClose={close}
        onExitTransitionEnd={onClosed}
        closeOnEscape={!leaving && conflict === undefined}
        position="right"
        size="lg"
        title={`Edit ${name}`}
      >
        <form onSubmit={(event) => void form.handleSubmit(save)(event)} noValidate>
          <Stack gap="sm">
            <TextInput
              label="Name"
              required
              {...register('name')}
              error={errors.name?.message}
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
              method="PATCH"
              path={`/external-apps/${id}`}
              body={updateOf(edits)}
              ifMatch={base.etag}
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
            {error !== undefined && <ErrorAlert error={error} />}
            <FormFooter
              submit="Save"
              isPending={isPending}
              canSubmit={edits.length > 0}
              other={{ label: 'Cancel', disabled: isPending, onClick: close }}
            />
          </Stack>
        </form>
      </Drawer>
      <LeaveModal opened={leaving} onStay={() => setLeaving(false)} onLeave={leave} />
      {conflict !== undefined && (
        <ConflictModal
          what="app"
          conflicts={conflict.conflicts}
          standing={conflict.standing.length}
          onClose={closeConflict}
          onResolve={resolve}
        />
      )}
    </>
  )
}
