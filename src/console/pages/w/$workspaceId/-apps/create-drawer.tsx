import { Drawer, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { similarAppsQuery } from '@/console/api/apps'
import { ReasonField } from '@/console/forms/change-reason'
import { FormFooter } from '@/console/forms/form-footer'
import { RequestTabs } from '@/console/forms/request-tabs'
import { UnsavedGuard } from '@/console/forms/unsaved-guard'
import { ErrorAlert } from '@/console/layout/error-alert'
import { LinkAnchor } from '@/console/ui/link-anchor'
import type { AppDetails } from '@/contract/apps'
import { AppFields } from './app-fields'
import { requestOf } from './app-form'
import { useCreateForm } from './use-create-form'

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
  const creating = useCreateForm(workspaceId, draftKey, onCreated)
  const { form, typed, reason, isDirty, isPending, error, submit, startOver, followName } = creating
  const {
    formState: { errors },
    register,
  } = form
  const key = typed.key.trim()
  const holder = useKeyHolder(workspaceId, key, opened)
  return (
    <>
      <UnsavedGuard dirty={isDirty} pending={isPending} draftKey={draftKey} />
      <Drawer opened={opened} onClose={onClose} position="right" size="lg" title="Create app">
        <form onSubmit={(event) => void submit(event)} noValidate>
          <Stack gap="sm">
            <Text fz="sm" c="dimmed">
              A custom app of this workspace, for what the public catalog doesn’t have.
            </Text>
            <TextInput
              label="Name"
              required
              {...register('name', {
                onChange: (event: { target: { value: string } }) => followName(event.target.value),
              })}
              error={errors.name?.message}
              readOnly={isPending}
              autoComplete="off"
              data-autofocus
            />
            <PublishedApps
              workspaceId={workspaceId}
              name={typed.name.trim()}
              appKey={key}
              opened={opened}
              onChoose={onClose}
            />
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
              readOnly={isPending}
              autoComplete="off"
              classNames={{ input: 'mono' }}
            />
            <AppFields
              workspaceId={workspaceId}
              form={form}
              opened={opened}
              // What was typed now would be in neither this app nor the next.
              readOnly={isPending}
            />
            <RequestTabs
              requests={[
                {
                  method: 'POST',
                  path: '/external-apps',
                  body: requestOf(typed),
                  reason: reason.given,
                },
              ]}
            />
            <ReasonField reason={reason} disabled={isPending} />
            <ErrorAlert error={error} />
            <FormFooter
              submit="Create"
              isPending={isPending}
              canSubmit={reason.error === undefined}
              other={{ label: 'Start over', disabled: !isDirty, onClick: startOver }}
            />
          </Stack>
        </form>
      </Drawer>
    </>
  )
}

const debounceMilliseconds = 250

/** Returns the app of the workspace that has a key already. */
function useKeyHolder(workspaceId: string, key: string, enabled: boolean) {
  const [settled] = useDebouncedValue(key, debounceMilliseconds)
  const { data } = useQuery({
    ...similarAppsQuery(workspaceId, 'workspace', settled, 'both'),
    enabled: enabled && settled !== '',
  })
  return data?.response.items.find((app) => app.key === key)
}

/** Names that are shorter match too much of the catalog. */
const minNameLength = 3
const maxShown = 3

interface PublishedAppsProps {
  workspaceId: string
  name: string
  appKey: string
  opened: boolean
  onChoose: () => void
}

/** Links to apps of the public catalog with a similar name, which make a new one unnecessary. */
function PublishedApps({ workspaceId, name, appKey, opened, onChoose }: PublishedAppsProps) {
  const [settled] = useDebouncedValue(name, debounceMilliseconds)
  const { data } = useQuery({
    ...similarAppsQuery(workspaceId, 'public', settled, 'active'),
    enabled: opened && settled.length >= minNameLength,
    placeholderData: keepPreviousData,
  })
  const apps = name === '' ? [] : (data?.response.items.slice(0, maxShown) ?? [])
  return (
    <div aria-live="polite">
      {apps.length > 0 && (
        <Text fz="xs" c="var(--sb-caution-text)">
          In the public catalog already:{' '}
          {apps.map((app) => (
            <LinkAnchor
              key={app.id}
              to="/w/$workspaceId/apps"
              params={{ workspaceId }}
              search={{ tab: 'public', app: app.id }}
              onClick={onChoose}
              fz="xs"
              underline="always"
              mr={8}
            >
              {app.name}
            </LinkAnchor>
          ))}
          {apps.some(({ key }) => key === appKey) &&
            'With the same key, yours replaces it in this workspace.'}
        </Text>
      )}
    </div>
  )
}
