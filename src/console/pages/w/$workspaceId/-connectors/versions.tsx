import { Button, Group, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { usePublishVersion, versionsQuery } from '../../../../api/connectors'
import { toApiError } from '../../../../api/api-error'
import { useEditLock } from '../../../../forms/use-base'
import { ErrorAlert } from '../../../../layout/error-alert'

interface VersionsProps {
  workspaceId: string
  connector: string
  extensions: boolean
  isReadOnly: boolean
  version: string | undefined
  other: string | undefined
  onChange: (search: { version?: string | undefined; with?: string | undefined }) => void
}

/** Which version is shown, beside which other one, and the way to publish the next. */
export function Versions({
  workspaceId,
  connector,
  extensions,
  isReadOnly,
  version,
  other,
  onChange,
}: VersionsProps) {
  const lock = useEditLock(workspaceId)
  const [publishing, { open, close }] = useDisclosure(false)
  const { data } = useQuery({ ...versionsQuery(workspaceId, connector), enabled: extensions })
  const published = data?.response.items.map(({ version: number }) => number) ?? []
  // What stands in the address is offered too, whether or not there is such a version.
  const options = (chosen: string | undefined) => [
    ...new Set(['dev', 'latest', ...published, ...(chosen === undefined ? [] : [chosen])]),
  ]
  const mayPublish = extensions && !isReadOnly && lock === undefined
  return (
    <>
      <Select
        aria-label="Version"
        placeholder="Published version"
        data={options(version)}
        value={version ?? null}
        onChange={(value) => onChange({ version: value ?? undefined })}
        clearable
        clearButtonProps={{ 'aria-label': 'The published version' }}
        w={170}
      />
      {extensions && (
        <Select
          aria-label="Compare with version"
          placeholder="Compare with…"
          data={options(other)}
          value={other ?? null}
          onChange={(value) => onChange({ with: value ?? undefined })}
          clearable
          clearButtonProps={{ 'aria-label': 'End the comparison' }}
          w={160}
        />
      )}
      {mayPublish && (
        <Button variant="default" onClick={open}>
          Publish…
        </Button>
      )}
      {publishing && (
        <PublishModal workspaceId={workspaceId} connector={connector} onClose={close} />
      )}
    </>
  )
}

function PublishModal({
  workspaceId,
  connector,
  onClose,
}: {
  workspaceId: string
  connector: string
  onClose: () => void
}) {
  const publish = usePublishVersion(workspaceId, connector)
  const [version, setVersion] = useState('')
  const [changelog, setChangelog] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    publish.mutate(
      { ...(version.trim() === '' ? {} : { version: version.trim() }), changelog },
      {
        onSuccess: (made) => {
          notifications.show({ message: `Version ${made.version} is published` })
          onClose()
        },
      },
    )
  }

  return (
    <Modal opened onClose={onClose} title="Publish a version">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Version"
            description="Empty: the next minor version. What is published does not change any more."
            placeholder="1.2.0"
            value={version}
            onChange={(event) => setVersion(event.currentTarget.value)}
            data-autofocus
          />
          <Textarea
            label="What has changed"
            value={changelog}
            onChange={(event) => setChangelog(event.currentTarget.value)}
            autosize
            minRows={3}
          />
          {publish.error !== null && <ErrorAlert error={toApiError(publish.error)} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={publish.isPending}>
              Publish
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
