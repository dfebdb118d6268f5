import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Drawer, Group, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { AppCreate, AppDetails } from '../../../../../contract/apps'
import { keyFromName } from '../../../../../contract/folded-text'
import { similarAppsQuery, useCreateApp } from '../../../../api/apps'
import { toApiError } from '../../../../api/api-error'
import { useKeepDraft } from '../../../../forms/kept-edits'
import { RequestTabs } from '../../../../forms/request-tabs'
import { UnsavedGuard } from '../../../../forms/unsaved-guard'
import { ErrorAlert } from '../../../../layout/error-alert'
import { LinkAnchor } from '../../../../ui/link-anchor'
import { keptDraft } from '../../../../session/kept-drafts'
import { AppFields } from './app-fields'
import {
  appFormSchema,
  emptyApp,
  fieldAt,
  requestOf,
  typedAppSchema,
  type AppForm,
} from './app-form'

interface CreateDrawerProps {
  workspaceId: string
  /** The storage key of the unsaved form. */
  draftKey: string
  opened: boolean
  onClose: () => void
  onCreated: (app: AppDetails) => void
}

/** The form for a new custom app. Closing it keeps the input. */
export default function CreateDrawer({
  workspaceId,
  draftKey,
  opened,
  onClose,
  onCreated,
}: CreateDrawerProps) {
  const create = useCreateApp(workspaceId)
  const form = useForm<AppForm, unknown, AppCreate>({
    resolver: zodResolver(appFormSchema),
    mode: 'onTouched',
    defaultValues: emptyApp,
  })
  const {
    formState: { dirtyFields, errors, isDirty, isSubmitted },
    register,
    reset,
    setError,
    setValue,
  } = form
  const typed = form.watch()
  const [kept] = useState(() => keptDraft(draftKey, typedAppSchema))
  useEffect(() => {
    if (kept !== undefined) reset(kept, { keepDefaultValues: true })
  }, [kept, reset])
  useKeepDraft(draftKey, isDirty ? typed : undefined)
  const [name] = useDebouncedValue(typed.name.trim(), 250)
  const [key] = useDebouncedValue(typed.key.trim(), 250)
  const similar = useQuery({
    ...similarAppsQuery(workspaceId, 'public', name),
    enabled: opened && name.length > 2,
    placeholderData: (before) => before,
  })
  const own = useQuery({
    ...similarAppsQuery(workspaceId, 'workspace', key),
    enabled: opened && key !== '',
  })
  const published = typed.name.trim() === '' ? [] : (similar.data?.response.items.slice(0, 3) ?? [])
  const holder = own.data?.response.items.find((app) => app.key === typed.key.trim())
  const attempt = useRef<{ text: string; idempotencyKey: string }>(undefined)

  /** Returns the same key until it is known whether the same request has arrived. */
  function idempotencyKeyOf(body: AppCreate): string {
    const text = JSON.stringify(body)
    if (attempt.current?.text !== text)
      attempt.current = { text, idempotencyKey: crypto.randomUUID() }
    return attempt.current.idempotencyKey
  }

  async function save(body: AppCreate) {
    try {
      const app = await create.mutateAsync({ body, idempotencyKey: idempotencyKeyOf(body) })
      reset(emptyApp)
      create.reset()
      onCreated(app)
    } catch (thrown) {
      const error = toApiError(thrown)
      if (!error.isOffline) attempt.current = undefined
      if (error.facts.key === 'already_exists')
        setError('key', { message: error.message }, { shouldFocus: true })
      for (const { path, message } of error.facts.issues ?? []) {
        const field = fieldAt(path)
        if (field !== undefined) setError(field, { message }, { shouldFocus: true })
      }
    }
  }

  function followName(text: string) {
    if (dirtyFields.key !== true)
      setValue('key', keyFromName(text), { shouldValidate: isSubmitted })
  }

  return (
    <>
      <UnsavedGuard dirty={isDirty} draftKey={draftKey} />
      <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Create an app">
        <form onSubmit={(event) => void form.handleSubmit(save)(event)} noValidate>
          <Stack gap="sm">
            <Text fz="sm" c="dimmed">
              An app of this workspace’s own, for what the public catalog does not have.
            </Text>
            <TextInput
              label="Name"
              required
              {...register('name', {
                onChange: (event: { target: { value: string } }) => followName(event.target.value),
              })}
              error={errors.name?.message}
              readOnly={create.isPending}
              autoComplete="off"
              data-autofocus
            />
            <div aria-live="polite">
              {published.length > 0 && (
                <Text fz="xs" c="var(--sb-overridden)">
                  In the public catalog already:{' '}
                  {published.map((app) => (
                    <LinkAnchor
                      key={app.id}
                      to="/w/$workspaceId/apps"
                      params={{ workspaceId }}
                      search={{ tab: 'public', app: app.id }}
                      onClick={onClose}
                      fz="xs"
                      underline="always"
                      mr={8}
                    >
                      {app.name}
                    </LinkAnchor>
                  ))}
                  {published.some((app) => app.key === typed.key.trim()) &&
                    'With the same key, yours replaces it in this workspace.'}
                </Text>
              )}
            </div>
            <TextInput
              label="Key"
              description={
                'Made from the name unless you enter one. ' +
                'Unique in the workspace, and can’t change later.'
              }
              {...register('key')}
              error={
                errors.key?.message ??
                (holder === undefined
                  ? undefined
                  : holder.archivedAt === undefined
                    ? `${holder.name} has this key already`
                    : `${holder.name}, which is archived, has this key already`)
              }
              readOnly={create.isPending}
              autoComplete="off"
              classNames={{ input: 'mono' }}
            />
            <AppFields
              workspaceId={workspaceId}
              form={form}
              opened={opened}
              // What was typed now would be in neither this app nor the next.
              readOnly={create.isPending}
            />
            <RequestTabs method="POST" path="/external-apps" body={requestOf(typed)} />
            {create.error !== null && <ErrorAlert error={toApiError(create.error)} />}
            <Group justify="flex-end">
              <Button
                variant="default"
                onClick={() => {
                  reset(emptyApp)
                  create.reset()
                }}
                disabled={!isDirty}
              >
                Start over
              </Button>
              <Button type="submit" loading={create.isPending}>
                Create
              </Button>
            </Group>
          </Stack>
        </form>
      </Drawer>
    </>
  )
}
