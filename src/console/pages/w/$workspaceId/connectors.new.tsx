import { Alert, Button, Group, Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod'
import type { ConnectorCreate } from '../../../../contract/connectors'
import { toApiError, type ApiError } from '../../../api/api-error'
import { useCreateConnector } from '../../../api/connectors'
import { extensionsQuery } from '../../../api/workspaces'
import { showUndoToast } from '../../../forms/undo-toast'
import { UnsavedGuard } from '../../../forms/unsaved-guard'
import { useEditLock } from '../../../forms/use-base'
import { useIsShown } from '../../../forms/use-is-shown'
import { PageHeader } from '../../../layout/page-header'
import { ReadOnlyBanner } from '../../../layout/page-states'
import { useRecordTitle } from '../../../layout/page-title'
import { LinkAnchor } from '../../../ui/link-anchor'
import { SectionNav } from '../../../ui/section-nav'
import { AppField } from './-connectors/app-field'
import { AuthSteps, AuthTypeFields } from './-connectors/auth-fields'
import { useConnectorForm, type FormIssue } from './-connectors/connector-form'
import {
  emptyDraft,
  isSame,
  storageKey,
  withApp,
  withOptions,
  type Draft,
} from './-connectors/draft'
import { JsonMembers, NameFields } from './-connectors/name-fields'
import { OptionTabs } from './-connectors/option-tabs'
import { Review } from './-connectors/review'
import {
  draftOf,
  issueAt,
  readDraft,
  type AuthPath,
  type DraftIssue,
} from './-connectors/specification'
import { StartMenu } from './-connectors/start-menu'
import { navigationParts, stepOf, StepSection } from './-connectors/steps'

export const Route = createFileRoute('/w/$workspaceId/connectors/new')({
  /** The app that the connector is for, by id and name. */
  validateSearch: z.object({
    app: z.string().optional().catch(undefined),
    name: z.string().optional().catch(undefined),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(extensionsQuery),
  component: NewConnectorPage,
})

/** Creates a connector: one form in steps, from the app to the review. */
function NewConnectorPage() {
  const { workspaceId } = Route.useParams()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const lock = useEditLock(workspaceId)
  useRecordTitle('Create a connector')
  const { app, name } = Route.useSearch()
  const [requested] = useState(() =>
    app === undefined
      ? emptyDraft
      : { ...emptyDraft, appId: app, appName: name ?? app, name: name ?? '' },
  )
  const { form, draft, issues, isDirty, put, replace, finish } = useConnectorForm(
    workspaceId,
    requested,
  )
  const [isEarlier, setEarlier] = useState(
    requested.appId !== undefined && draft.appId !== requested.appId,
  )
  const [current, setCurrent] = useState(0)
  const [review, setReview] = useState<Creation>()
  const showIssue = useShowIssue(setCurrent)
  const creating = useCreate(workspaceId, {
    onCreated: finish,
    onRefused: (refused) => {
      for (const { field, message } of issuesOfRefusal(draft, refused))
        form.setError(field, { type: 'server', message })
    },
  })

  async function openReview() {
    creating.clearError()
    await form.handleSubmit((body) => setReview({ body, idempotencyKey: crypto.randomUUID() }))()
    const [first] = readDraft(form.getValues()).issues
    if (first !== undefined) showIssue(first)
  }

  /** Replaces the draft, with a notification that offers to undo it. */
  function replaceDraft(next: Draft, message: string) {
    replace(next)
    if (isDirty) showUndoToast({ message, onUndo: () => replace(draft) })
  }

  if (lock !== undefined)
    return (
      <LockedPage workspaceId={workspaceId} lock={lock} hasDraft={!isSame(draft, emptyDraft)} />
    )
  return (
    <div className="page">
      <LinkAnchor to="/w/$workspaceId/connectors" params={{ workspaceId }} fz="sm">
        All connectors
      </LinkAnchor>
      <PageHeader
        title="Create a connector"
        actions={
          <StartMenu
            workspaceId={workspaceId}
            extensions={extensions}
            onStart={(specification) =>
              replaceDraft(draftOf(specification), 'The form was replaced')
            }
          />
        }
      >
        Your draft is kept in this tab, also when it is reloaded.
      </PageHeader>
      <UnsavedGuard dirty={isDirty} draftKey={storageKey(workspaceId)} />
      {isEarlier && (
        <Alert color="caution" mb="sm">
          <Group justify="space-between" gap="xs">
            <Text fz="sm">This is an earlier draft for {draft.appName ?? 'no app'}.</Text>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                replaceDraft(requested, 'The draft was replaced')
                setEarlier(false)
              }}
            >
              Start over for {requested.appName}
            </Button>
          </Group>
        </Alert>
      )}
      <FormProvider {...form}>
        <SectionNav label="Steps" parts={navigationParts(issues)}>
          <StepSection step="app">
            <Stack gap="sm">
              <AppField
                workspaceId={workspaceId}
                extensions={extensions}
                value={draft.appId}
                valueName={draft.appName}
                onChange={(chosen) => put(withApp(draft, chosen))}
              />
              <NameFields workspaceId={workspaceId} />
            </Stack>
          </StepSection>
          <AuthenticationSteps
            draft={draft}
            current={current}
            onCurrent={setCurrent}
            onSeveral={(isSeveral) => put(withOptions(draft, isSeveral))}
          />
          <Group justify="flex-end">
            {issues.length > 0 && (
              <Text fz="sm" c="var(--sb-danger-text)" role="alert">
                {issues.length} {issues.length === 1 ? 'problem' : 'problems'} to fix
              </Text>
            )}
            <Button
              variant="default"
              onClick={() => replaceDraft(emptyDraft, 'The form was cleared')}
            >
              Start over
            </Button>
            <Button onClick={() => void openReview()}>Review and create</Button>
          </Group>
        </SectionNav>
      </FormProvider>
      {review !== undefined && (
        <Review
          body={review.body}
          error={creating.error}
          pending={creating.isPending}
          onCreate={() => void creating.create(review)}
          onClose={() => setReview(undefined)}
        />
      )}
    </div>
  )
}

interface AuthenticationStepsProps {
  draft: Draft
  /** The index of the selected authentication option. */
  current: number
  onCurrent: (index: number) => void
  onSeveral: (isSeveral: boolean) => void
}

/** The steps from authentication to parameters, for one option at a time. */
function AuthenticationSteps({
  draft: { usesOptions, options },
  current,
  onCurrent,
  onSeveral,
}: AuthenticationStepsProps) {
  const option = options[current]
  const path: AuthPath | undefined = !usesOptions ? 'auth' : option && `options.${current}.auth`
  return (
    <>
      <StepSection
        step="authentication"
        action={
          <Switch
            size="xs"
            label="Several ways"
            checked={usesOptions}
            onChange={(event) => onSeveral(event.currentTarget.checked)}
          />
        }
      >
        {usesOptions && <OptionTabs current={current} onCurrent={onCurrent} />}
        {path !== undefined && <AuthTypeFields key={path} path={path} />}
      </StepSection>
      {path !== undefined && <AuthSteps key={path} path={path} />}
      <StepSection step="parameters">
        <Stack gap="sm">
          <JsonMembers label="Parameters" name="parameters" />
          {path !== undefined && usesOptions && (
            <JsonMembers
              key={path}
              label={`Other members of ${option?.key || 'the option'}`}
              name={`${path}.others`}
            />
          )}
          <JsonMembers label="Other members" name="others" />
        </Stack>
      </StepSection>
    </>
  )
}

interface LockedPageProps {
  workspaceId: string
  lock: string
  hasDraft: boolean
}

/** Says why no connector can be created. */
function LockedPage({ workspaceId, lock, hasDraft }: LockedPageProps) {
  return (
    <div className="page">
      <PageHeader title="Create a connector" />
      <ReadOnlyBanner reason={lock} />
      <Text fz="sm" c="dimmed">
        {hasDraft && 'Your draft is kept in this tab. '}
        <LinkAnchor
          to="/w/$workspaceId/connectors"
          params={{ workspaceId }}
          fz="sm"
          underline="always"
        >
          All connectors
        </LinkAnchor>
      </Text>
    </div>
  )
}

/** The request that creates the connector. A repeat with the same key creates nothing twice. */
interface Creation {
  body: ConnectorCreate
  idempotencyKey: string
}

interface CreateEvents {
  onCreated: () => void
  onRefused: (error: ApiError) => void
}

/** Creates the connector and opens its page. */
function useCreate(workspaceId: string, { onCreated, onRefused }: CreateEvents) {
  const navigate = Route.useNavigate()
  const { mutateAsync, isPending } = useCreateConnector(workspaceId)
  const [error, setError] = useState<ApiError>()
  const isShown = useIsShown()

  async function create(creation: Creation) {
    setError(undefined)
    try {
      const { name, key } = await mutateAsync(creation)
      onCreated()
      notifications.show({ message: `${name} created` })
      if (!isShown.current) return
      await navigate({
        to: '/w/$workspaceId/connectors/$connector',
        params: { workspaceId, connector: key },
        ignoreBlocker: true,
      })
    } catch (thrown) {
      const refused = toApiError(thrown)
      onRefused(refused)
      setError(refused)
      if (!isShown.current)
        notifications.show({
          color: 'danger',
          title: `Couldn’t create ${creation.body.name}`,
          message: refused.message,
        })
    }
  }

  return { create, isPending, error, clearError: () => setError(undefined) }
}

/** Returns the issues of a refused request at their fields. */
function issuesOfRefusal(draft: Draft, { facts, message }: ApiError): DraftIssue[] {
  if (facts.key === 'already_exists') return [{ field: 'key', message }]
  return (facts.issues ?? []).map((issue) => issueAt(draft, issue.path.slice(1), issue.message))
}

/**
 * Returns a function that moves the focus to the field of an issue. The field is rendered by then,
 * and marked.
 * @param showOption shows an authentication option by its index
 */
function useShowIssue(showOption: (index: number) => void): (issue: FormIssue) => void {
  const [issue, setIssue] = useState<FormIssue>()
  useEffect(() => {
    if (issue === undefined) return
    const step = document.getElementById(stepOf(issue.field))
    step?.scrollIntoView()
    const marked = step?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const editor = step
      ?.querySelector('[role="alert"]')
      ?.parentElement?.querySelector<HTMLElement>('.cm-content, input, textarea')
    const field = marked ?? editor
    field?.focus({ preventScroll: true })
  }, [issue])
  return (next) => {
    const index = /^options\.(\d+)/.exec(next.field)?.[1]
    if (index !== undefined) showOption(Number(index))
    // A copy, so that the same issue is shown again.
    setIssue({ ...next })
  }
}
