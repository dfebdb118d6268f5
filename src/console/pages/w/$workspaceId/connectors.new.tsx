import {
  Alert,
  Button,
  Group,
  Modal,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { connectorOperations, type ConnectorCreate } from '../../../../contract/connectors'
import { useCreateConnector } from '../../../api/connectors'
import { toApiError, type ApiError } from '../../../api/api-error'
import { responseQuery } from '../../../api/queries'
import { extensionsQuery } from '../../../api/workspaces'
import { CodeEditor } from '../../../editor/code-editor'
import { RequestTabs } from '../../../forms/request-tabs'
import { UnsavedGuard } from '../../../forms/unsaved-guard'
import { useEditLock } from '../../../forms/use-base'
import { useIsShown } from '../../../forms/use-is-shown'
import { ErrorAlert } from '../../../layout/error-alert'
import { LinkAnchor } from '../../../ui/link-anchor'
import { PageHeader } from '../../../layout/page-header'
import { useRecordTitle } from '../../../layout/page-title'
import { ReadOnlyBanner } from '../../../layout/page-states'
import { SectionNav } from '../../../ui/section-nav'
import { AppField } from './-connectors/app-field'
import { AuthSteps, AuthTypeFields } from './-connectors/auth-fields'
import {
  draftFor,
  emptyDraft,
  isSame,
  storageKey,
  storedDraft,
  storeDraft,
  withApp,
  withOptions,
  type AuthDraft,
  type Draft,
} from './-connectors/draft'
import { OptionTabs } from './-connectors/option-tabs'
import {
  draftOf,
  issueAt as issueFrom,
  readDraft,
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
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const lock = useEditLock(workspaceId)
  useRecordTitle('Create a connector')
  const create = useCreateConnector(workspaceId)
  const { app, name } = Route.useSearch()
  const [requested] = useState(() =>
    app === undefined
      ? emptyDraft
      : { ...emptyDraft, appId: app, appName: name ?? app, name: name ?? '' },
  )
  const [draft, setDraft] = useState(() => draftFor(storedDraft(workspaceId), requested))
  const [isEarlier, setEarlier] = useState(
    requested.appId !== undefined && draft.appId !== requested.appId,
  )
  const [current, setCurrent] = useState(0)
  const [attempted, setAttempted] = useState(false)
  const [serverIssues, setServerIssues] = useState<readonly DraftIssue[]>([])
  const [review, setReview] = useState<{ body: ConnectorCreate; idempotencyKey: string }>()
  const [saveError, setSaveError] = useState<ApiError>()
  const [created, setCreated] = useState(false)
  const isShown = useIsShown()
  const issues = [...(attempted ? readDraft(draft).issues : []), ...serverIssues]
  const errorAt = (field: string) => issues.find((error) => error.field === field)?.message
  const isTaken = useKeyTaken(workspaceId, draft.key)
  const option = draft.options[current]
  const auth = draft.usesOptions ? option?.auth : draft.auth
  const authPath = draft.usesOptions ? `options.${current}.auth` : 'auth'

  function put(next: Draft) {
    setDraft(next)
    storeDraft(workspaceId, next)
    setServerIssues([])
  }
  const change = (part: Partial<Draft>) => put({ ...draft, ...part })
  const changeAuth = (changed: AuthDraft) =>
    change(
      draft.usesOptions
        ? {
            options: draft.options.map((other, index) =>
              index === current ? { ...other, auth: changed } : other,
            ),
          }
        : { auth: changed },
    )

  function openReview() {
    setAttempted(true)
    setSaveError(undefined)
    const read = readDraft(draft)
    const [first] = read.issues
    if ('body' in read) setReview({ body: read.body, idempotencyKey: crypto.randomUUID() })
    else if (first !== undefined) showIssue(first)
  }

  const issueToShow = useRef<DraftIssue>(undefined)
  function showIssue(issue: DraftIssue) {
    const index = /^options\.(\d+)/.exec(issue.field)?.[1]
    if (index !== undefined) setCurrent(Number(index))
    issueToShow.current = issue
  }
  // The field is marked, and its option drawn, only after the next render.
  useEffect(() => {
    if (issueToShow.current === undefined) return
    const step = document.getElementById(stepOf(issueToShow.current.field))
    issueToShow.current = undefined
    step?.scrollIntoView()
    const marked = step?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const editor = step
      ?.querySelector('[role="alert"]')
      ?.parentElement?.querySelector<HTMLElement>('.cm-content, input, textarea')
    const field = marked ?? editor
    field?.focus({ preventScroll: true })
  })

  /** Replaces the draft, with a notification that offers to undo it. */
  function replaceDraft(next: Draft, message: string) {
    const before = draft
    put(next)
    setAttempted(false)
    if (isSame(before, emptyDraft) || isSame(before, requested)) return
    const id = 'connector-draft-replaced'
    notifications.show({
      id,
      autoClose: 20_000,
      message: (
        <Group justify="space-between" wrap="nowrap">
          <Text fz="sm">{message}</Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              notifications.hide(id)
              put(before)
            }}
          >
            Undo
          </Button>
        </Group>
      ),
    })
  }

  async function save() {
    if (review === undefined) return
    setSaveError(undefined)
    try {
      const { name, key } = await create.mutateAsync(review)
      storeDraft(workspaceId, undefined)
      setCreated(true)
      notifications.show({ message: `${name} created` })
      if (!isShown.current) return
      await navigate({
        to: '/w/$workspaceId/connectors/$connector',
        params: { workspaceId, connector: key },
        ignoreBlocker: true,
      })
    } catch (thrown) {
      const error = toApiError(thrown)
      const reported = (error.facts.issues ?? []).map(({ path, message }) =>
        issueFrom(draft, path.slice(1), message),
      )
      setServerIssues(
        error.facts.key === 'already_exists'
          ? [{ field: 'key', message: error.message }]
          : reported,
      )
      setSaveError(error)
      if (!isShown.current)
        notifications.show({
          color: 'danger',
          title: `Couldn’t create ${review.body.name}`,
          message: error.message,
        })
    }
  }

  if (lock !== undefined) {
    return (
      <div className="page">
        <PageHeader title="Create a connector" />
        <ReadOnlyBanner reason={lock} />
        <Text fz="sm" c="dimmed">
          {!isSame(draft, emptyDraft) && 'Your draft is kept in this tab. '}
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
      <UnsavedGuard
        dirty={!created && ![emptyDraft, requested].some((untouched) => isSame(draft, untouched))}
        draftKey={storageKey(workspaceId)}
      />
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
      <SectionNav label="Steps" parts={navigationParts(issues)}>
        <StepSection step="app">
          <Stack gap="sm">
            <AppField
              workspaceId={workspaceId}
              extensions={extensions}
              value={draft.appId}
              valueName={draft.appName}
              onChange={(app) => put(withApp(draft, app))}
            />
            <Group grow align="flex-start">
              <TextInput
                label="Name"
                value={draft.name}
                onChange={(event) => change({ name: event.currentTarget.value })}
                error={errorAt('name')}
                required
              />
              <TextInput
                label="Key"
                description="Leave empty to derive it from the name."
                value={draft.key}
                onChange={(event) => change({ key: event.currentTarget.value })}
                error={
                  errorAt('key') ??
                  (isTaken ? 'Another connector in this workspace has this key' : undefined)
                }
                classNames={{ input: 'mono' }}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
              />
            </Group>
            <TagsInput
              label="Categories"
              value={draft.categories}
              onChange={(categories) => change({ categories })}
              error={errorAt('categories')}
              clearable
              clearButtonProps={{ 'aria-label': 'Clear the categories' }}
            />
          </Stack>
        </StepSection>
        <StepSection
          step="authentication"
          action={
            <Switch
              size="xs"
              label="Several ways"
              checked={draft.usesOptions}
              onChange={(event) => put(withOptions(draft, event.currentTarget.checked))}
            />
          }
        >
          {draft.usesOptions && (
            <OptionTabs
              options={draft.options}
              current={current}
              errorAt={errorAt}
              onCurrent={setCurrent}
              onChange={(options) => change({ options })}
            />
          )}
          {auth !== undefined && (
            <AuthTypeFields
              auth={auth}
              errorAt={(field) => errorAt(`${authPath}.${field}`)}
              onChange={changeAuth}
            />
          )}
        </StepSection>
        {auth !== undefined && (
          <AuthSteps
            key={authPath}
            auth={auth}
            errorAt={(field) => errorAt(`${authPath}.${field}`)}
            onChange={changeAuth}
          />
        )}
        <StepSection step="parameters">
          <Stack gap="sm">
            <JsonMembers
              label="Parameters"
              value={draft.parameters}
              error={errorAt('parameters')}
              onChange={(parameters) => change({ parameters })}
            />
            {auth !== undefined && draft.usesOptions && (
              <JsonMembers
                label={`Other members of ${option?.key || 'the option'}`}
                value={auth.others}
                error={errorAt(`${authPath}.others`)}
                onChange={(others) => changeAuth({ ...auth, others })}
              />
            )}
            <JsonMembers
              label="Other members"
              value={draft.others}
              error={errorAt('others')}
              onChange={(others) => change({ others })}
            />
          </Stack>
        </StepSection>
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
          <Button onClick={openReview}>Review and create</Button>
        </Group>
      </SectionNav>
      {review !== undefined && (
        <Review
          name={draft.name}
          body={review.body}
          error={saveError}
          pending={create.isPending}
          onCreate={() => void save()}
          onClose={() => setReview(undefined)}
        />
      )}
    </div>
  )
}

/** Whether a listed connector has the key already. */
function useKeyTaken(workspaceId: string, key: string): boolean {
  const { data } = useQuery({
    ...responseQuery(connectorOperations.listConnectors, workspaceId, {
      query: { search: key.trim(), includeArchived: true, limit: 20 },
    }),
    enabled: key.trim() !== '',
  })
  return data?.response.items.some((connector) => connector.key === key.trim()) === true
}

function JsonMembers({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  return (
    <div>
      <Text fz="sm" fw={550} mb={4}>
        {label}{' '}
        <Text span fz="xs" c="dimmed">
          JSON, optional
        </Text>
      </Text>
      <CodeEditor
        label={label}
        language="json"
        value={value}
        onChange={onChange}
        minHeight="3.5rem"
      />
      {error !== undefined && (
        <Text fz="xs" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </div>
  )
}

interface ReviewProps {
  name: string
  body: ConnectorCreate
  error: ApiError | undefined
  pending: boolean
  onCreate: () => void
  /** Not called while the connector is being created, since the result is shown here. */
  onClose: () => void
}

function Review({ name, body, error, pending, onCreate, onClose }: ReviewProps) {
  return (
    <Modal
      opened
      onClose={pending ? () => {} : onClose}
      closeButtonProps={{ 'aria-label': 'Close', disabled: pending }}
      title={`Create ${name}`}
      size="lg"
    >
      <Stack gap="sm">
        <RequestTabs method="POST" path="/connectors" body={body} />
        {error !== undefined && <ErrorAlert error={error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={pending}>
            Back to editing
          </Button>
          <Button loading={pending} onClick={onCreate} data-autofocus>
            Create
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
