import { Button, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usePublishVersion, versionsQuery } from '../../../../api/connectors'
import { FormFooter } from '../../../../forms/form-footer'
import { RequestTabs } from '../../../../forms/request-tabs'
import { useIsShown } from '../../../../forms/use-is-shown'
import { useEditLock } from '../../../../forms/use-read-only-reason'
import { ErrorAlert } from '../../../../layout/error-alert'
import { showFailure } from '../../../../layout/show-error'
import { LoadedPart } from '../../../../ui/loaded-part'
import { lazyPart } from '../../../../ui/load-part'
import { nextVersion } from './next-version'
import { GrowingTextarea } from '../../../../ui/growing-textarea'
import { openWhile } from '../../../../ui/pending-dialog'

const VersionDiff = lazyPart(() => import('./version-diff'))

interface VersionsProps {
  workspaceId: string
  connector: string
  extensions: boolean
  isReadOnly: boolean
  version: string | undefined
  other: string | undefined
  onChange: (search: { version?: string | undefined; with?: string | undefined }) => void
}

/** Selects the version to show and the one to compare it with, and publishes the next one. */
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
  // The version of the address is offered too, whether or not it exists.
  const options = (chosen: string | undefined) => [
    ...new Set(['dev', 'latest', ...published, ...(chosen === undefined ? [] : [chosen])]),
  ]
  const mayPublish = extensions && !isReadOnly && lock === undefined
  return (
    <>
      <Select
        aria-label="Version"
        placeholder={published[0] === undefined ? 'Not published' : `Latest: ${published[0]}`}
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
          clearButtonProps={{ 'aria-label': 'Stop comparing' }}
          w={160}
        />
      )}
      {mayPublish && (
        <Button variant="default" onClick={open}>
          Publish…
        </Button>
      )}
      {publishing && (
        <PublishModal
          workspaceId={workspaceId}
          connector={connector}
          published={published}
          onClose={close}
        />
      )}
    </>
  )
}

function PublishModal({
  workspaceId,
  connector,
  published,
  onClose,
}: {
  workspaceId: string
  connector: string
  published: readonly string[]
  onClose: () => void
}) {
  const publish = usePublishVersion(workspaceId, connector)
  const [version, setVersion] = useState('')
  const [changelog, setChangelog] = useState('')
  const isShown = useIsShown()
  const number = version.trim() === '' ? nextVersion(published) : version.trim()
  const body = { ...(version.trim() === '' ? {} : { version: number }), changelog }

  async function submit() {
    try {
      const made = await publish.mutateAsync(body)
      notifications.show({ message: `Version ${made.version} published` })
      onClose()
    } catch (error) {
      if (!isShown.current) showFailure(`Couldn’t publish version ${number}`, error)
    }
  }

  return (
    <Modal
      opened
      {...openWhile(publish.isPending, onClose)}
      title={`Publish version ${number}`}
      size="xl"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="sm">
          {published.length === 0 ? (
            <Text fz="sm">This will be the first published version.</Text>
          ) : (
            <LoadedPart>
              <VersionDiff
                workspaceId={workspaceId}
                connector={connector}
                versions={['latest', 'dev']}
              />
            </LoadedPart>
          )}
          <TextInput
            label="Version"
            description={
              'Leave empty for the next minor version. Published versions can’t be edited.'
            }
            placeholder={nextVersion(published)}
            value={version}
            onChange={(event) => setVersion(event.currentTarget.value)}
            data-autofocus
          />
          <GrowingTextarea
            label="Changelog"
            value={changelog}
            onChange={(event) => setChangelog(event.currentTarget.value)}
            minRows={3}
            isProse
          />
          <RequestTabs
            method="POST"
            path={`/connectors/${encodeURIComponent(connector)}/publish-version`}
            body={body}
          />
          <ErrorAlert error={publish.error} />
          <FormFooter
            submit={`Publish ${number}`}
            isPending={publish.isPending}
            other={{ label: 'Cancel', disabled: publish.isPending, onClick: onClose }}
          />
        </Stack>
      </form>
    </Modal>
  )
}
