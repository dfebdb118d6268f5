import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AppUpdate } from '../../../../../contract/apps'
import { appQuery, useUpdateApp, type AppReply } from '../../../../api/apps'
import { faultOf, type ApiFault } from '../../../../api/fault'
import { ConflictModal } from '../../../../forms/conflict-modal'
import { DiffTable } from '../../../../forms/diff-table'
import { rebase, type Conflict, type Edit } from '../../../../forms/edits'
import { RequestTabs } from '../../../../forms/request-tabs'
import { LeaveModal, UnsavedGuard } from '../../../../forms/unsaved-guard'
import { FaultAlert } from '../../../../layout/fault-alert'
import { AppFields } from './app-fields'
import { appEditSchema, editsOf, fieldAt, formOf, updateOf, type AppForm } from './app-form'

interface EditDrawerProps {
  workspaceId: string
  /** The app as it was when the editing began. */
  begun: AppReply
  /** It is closed, and need not be there any more. */
  onClosed: () => void
}

/** The form that an app was created by, for changing it: what changes and the request are shown below, and a newer state is merged with. */
export default function EditDrawer({ workspaceId, begun, onClosed }: EditDrawerProps) {
  const client = useQueryClient()
  const update = useUpdateApp(workspaceId)
  const [base, setBase] = useState(begun)
  const [conflict, setConflict] = useState<{
    theirs: AppReply
    standing: Edit[]
    conflicts: Conflict[]
  }>()
  const [fault, setFault] = useState<ApiFault>()
  const [leaving, setLeaving] = useState(false)
  // Opened when it is there already, so that it knows whom to give the focus back to.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(true), [])
  const form = useForm<AppForm, unknown, AppUpdate>({
    resolver: zodResolver(appEditSchema(base.answer)),
    mode: 'onTouched',
    defaultValues: formOf(begun.answer),
  })
  const {
    formState: { errors },
    register,
    setError,
  } = form
  const edits = editsOf(base.answer, form.watch())
  const { id, key, name } = base.answer

  function saved({ answer }: AppReply) {
    notifications.show({ message: `${answer.name} is saved`, autoClose: 3000 })
    setOpened(false)
  }

  function stand(on: AppReply, kept: readonly Edit[]) {
    setBase(on)
    form.reset(formOf(on.answer, kept))
  }

  /** Sends the edits; one that meets a newer app is merged with it and sent again, unless both changed the same. */
  async function save(on: AppReply, toSave: readonly Edit[], body: AppUpdate): Promise<void> {
    setFault(undefined)
    try {
      saved(await update.mutateAsync({ id, body, ifMatch: on.etag }))
    } catch (error) {
      const refusal = faultOf(error)
      if (!refusal.isStale) {
        setFault(refusal)
        for (const { path, message } of refusal.facts.issues ?? []) {
          const field = fieldAt(path)
          if (field !== undefined) setError(field, { message }, { shouldFocus: true })
        }
        return
      }
      await merge(toSave)
    }
  }

  async function merge(toSave: readonly Edit[]) {
    try {
      const theirs = await client.fetchQuery({ ...appQuery(workspaceId, id), staleTime: 0 })
      const merged = rebase(toSave, (path) =>
        new Map<string, unknown>(Object.entries(theirs.answer)).get(path),
      )
      stand(theirs, [
        ...merged.edits,
        ...merged.conflicts.map(({ path, theirs: before, mine: after }) => ({
          path,
          before,
          after,
        })),
      ])
      if (merged.conflicts.length > 0)
        setConflict({ theirs, standing: merged.edits, conflicts: merged.conflicts })
      else if (merged.edits.length === 0) saved(theirs)
      else await save(theirs, merged.edits, updateOf(merged.edits))
    } catch (error) {
      setFault(faultOf(error))
    }
  }

  function close() {
    if (edits.length === 0) setOpened(false)
    // Not at once: the Escape that asks would answer too.
    else startTransition(() => setLeaving(true))
  }

  function leave() {
    setLeaving(false)
    setOpened(false)
  }

  return (
    <>
      <UnsavedGuard dirty={opened && edits.length > 0} />
      <Drawer
        opened={opened}
        onClose={close}
        onExitTransitionEnd={onClosed}
        closeOnEscape={!leaving && conflict === undefined}
        position="right"
        size="lg"
        title={`Edit ${name}`}
      >
        <form
          onSubmit={(event) => void form.handleSubmit((body) => save(base, edits, body))(event)}
          noValidate
        >
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
              description="Others name the app by it: it stays as it is."
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
            {fault !== undefined && <FaultAlert fault={fault} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                Cancel
              </Button>
              <Button type="submit" loading={update.isPending} disabled={edits.length === 0}>
                Save
              </Button>
            </Group>
          </Stack>
        </form>
      </Drawer>
      <LeaveModal opened={leaving} onStay={() => setLeaving(false)} onLeave={leave} />
      {conflict !== undefined && (
        <ConflictModal
          what="app"
          conflicts={conflict.conflicts}
          standing={conflict.standing.length}
          onClose={() => setConflict(undefined)}
          onResolve={(chosen) => {
            setConflict(undefined)
            stand(conflict.theirs, [...conflict.standing, ...chosen])
          }}
        />
      )}
    </>
  )
}
