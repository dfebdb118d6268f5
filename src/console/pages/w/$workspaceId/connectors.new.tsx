import { Button, FileButton, Group, List, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { parse as parseYaml } from 'yaml'
import { authTypeNames, authTypes, type ConnectorCreate } from '../../../../contract/connectors'
import { useCreateConnector } from '../../../api/connectors'
import { faultOf, type ApiFault } from '../../../api/fault'
import { extensionsQuery } from '../../../api/workspaces'
import { UnsavedGuard } from '../../../forms/unsaved-guard'
import { CopyButton } from '../../../layout/copy-button'
import { FaultAlert } from '../../../layout/fault-alert'
import { LinkAnchor } from '../../../layout/link-anchor'
import { PageHeader } from '../../../layout/page-header'
import { AppField } from './-connectors/app-field'
import { emptyDraft, readDraft, shownAt, storedDraft, storeDraft, templateFor, type Draft, type DraftFault } from './-connectors/draft'

export const Route = createFileRoute('/w/$workspaceId/connectors/new')({
  loader: ({ context }) => context.queryClient.ensureQueryData(extensionsQuery),
  component: NewConnectorPage,
})

function NewConnectorPage() {
  const { workspaceId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: extensions } = useSuspenseQuery(extensionsQuery)
  const create = useCreateConnector(workspaceId)
  const [draft, setDraft] = useState(() => storedDraft(workspaceId))
  const [faults, setFaults] = useState<readonly DraftFault[]>([])
  const [review, setReview] = useState<{ body: ConnectorCreate; idempotencyKey: string }>()
  const [refusal, setRefusal] = useState<ApiFault>()
  const [created, setCreated] = useState(false)
  const faultAt = (field: DraftFault['field']) => faults.find((fault) => fault.field === field)?.message
  const inSpecification = faults.filter(({ field }) => field === 'specification')
  const dirty = !created && JSON.stringify(draft) !== JSON.stringify(emptyDraft)

  function change(part: Partial<Draft>) {
    const next = { ...draft, ...part }
    setDraft(next)
    storeDraft(workspaceId, next)
    setFaults([])
  }

  function openReview() {
    const read = readDraft(draft)
    setFaults(read.faults)
    if ('body' in read) setReview({ body: read.body, idempotencyKey: crypto.randomUUID() })
  }

  async function save() {
    if (review === undefined) return
    setRefusal(undefined)
    try {
      const { name, key } = await create.mutateAsync(review)
      storeDraft(workspaceId, undefined)
      setCreated(true)
      notifications.show({ message: `${name} is created` })
      await navigate({ to: '/w/$workspaceId/connectors/$connector', params: { workspaceId, connector: key }, ignoreBlocker: true })
    } catch (error) {
      const fault = faultOf(error)
      setRefusal(fault)
      const told = (fault.facts.issues ?? []).map(({ path, message }) => shownAt(draft.specification, path.slice(1), message))
      setFaults(fault.facts.key === 'already_exists' ? [{ field: 'key', message: fault.message }] : told)
    }
  }

  /** A file is JSON or YAML; its name and key go into their fields, all else into the specification. */
  async function startFrom(file: File | null) {
    if (file === null) return
    try {
      const { name, key, ...specification }: Record<string, unknown> = parseYaml(await file.text())
      change({ name: typeof name === 'string' ? name : draft.name, key: typeof key === 'string' ? key : draft.key, specification: JSON.stringify(specification, null, 2) })
    } catch (error) {
      setFaults([{ field: 'specification', message: `${file.name} is neither JSON nor YAML: ${faultOf(error).message}` }])
    }
  }

  const json = review === undefined ? '' : JSON.stringify(review.body, null, 2)
  return (
    <div className="page">
      <LinkAnchor to="/w/$workspaceId/connectors" params={{ workspaceId }} fz="sm">All connectors</LinkAnchor>
      <PageHeader title="Create a connector" actions={<FileButton accept=".json,.yaml,.yml" onChange={(file) => void startFrom(file)}>{(props) => <Button {...props} variant="default">Start from a file</Button>}</FileButton>}>
        What is filled in here survives a reload of this tab.
      </PageHeader>
      <UnsavedGuard dirty={dirty} />
      <Stack gap="md" className="panel" p="md">
        <AppField
          workspaceId={workspaceId}
          extensions={extensions}
          value={draft.appId}
          valueName={draft.appName}
          onChange={(app) => change(app === undefined ? { appId: undefined, appName: undefined } : { appId: app.id, appName: app.name, name: draft.name === '' ? app.name : draft.name })}
        />
        <Group grow align="flex-start">
          <TextInput label="Name" value={draft.name} onChange={(event) => change({ name: event.currentTarget.value })} error={faultAt('name')} required />
          <TextInput label="Key" description="Made from the name when empty." value={draft.key} onChange={(event) => change({ key: event.currentTarget.value })} error={faultAt('key')} classNames={{ input: 'mono' }} inputWrapperOrder={['label', 'input', 'description', 'error']} />
        </Group>
        <Select
          label="Start from an authentication type"
          description="Fills the specification with the fields and functions that the type uses."
          data={authTypeNames.map((name) => ({ value: name, label: `${authTypes[name].label} (${name})` }))}
          value={null}
          onChange={(value) => {
            const type = authTypeNames.find((name) => name === value)
            if (type !== undefined) change({ specification: templateFor(type) })
          }}
        />
        <Textarea
          label="Specification"
          description="JSON: type, functions, schemas, parameters, or options in place of the top-level authentication. Members of functions that are not known here are kept."
          classNames={{ input: 'mono' }}
          autosize
          minRows={10}
          maxRows={30}
          spellCheck={false}
          value={draft.specification}
          onChange={(event) => change({ specification: event.currentTarget.value })}
          error={inSpecification.length > 0}
        />
        {inSpecification.length > 0 && (
          <List size="sm" c="var(--mantine-color-error)" role="alert">
            {inSpecification.map(({ line, message }) => <List.Item key={`${line ?? ''} ${message}`}>{line === undefined ? '' : `Line ${line}: `}{message}</List.Item>)}
          </List>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => change(emptyDraft)}>Start over</Button>
          <Button onClick={openReview}>Review and create</Button>
        </Group>
      </Stack>
      <Modal opened={review !== undefined} onClose={() => setReview(undefined)} title={`Create ${draft.name}`} size="lg">
        <Stack gap="sm">
          <Group justify="space-between"><Text fz="xs" c="dimmed" className="mono">POST /connectors</Text><CopyButton value={json} label="Copy request" /></Group>
          <pre className="code-block" tabIndex={0}>{json}</pre>
          {refusal !== undefined && <FaultAlert fault={refusal} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setReview(undefined)}>Back to editing</Button>
            <Button loading={create.isPending} onClick={() => void save()} data-autofocus>Create</Button>
          </Group>
        </Stack>
      </Modal>
    </div>
  )
}
