import { Modal, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { usePublishVersion } from '@/console/api/connectors'
import { ReasonField, useChangeReason } from '@/console/forms/change-reason'
import { FormFooter } from '@/console/forms/form-footer'
import { RequestTabs } from '@/console/forms/request-tabs'
import { useIsShown } from '@/console/forms/use-is-shown'
import { ErrorAlert } from '@/console/layout/error-alert'
import { showFailure } from '@/console/layout/show-error'
import { GrowingTextarea } from '@/console/ui/inputs/growing-textarea'
import { keepOpenWhile } from '@/console/ui/keep-open-while'
import { nextVersion } from '@/contract/connector-versions'
import VersionDiff from './version-diff'

interface PublishModalProps {
  workspaceId: string
  connector: string
  published: readonly string[]
  onClose: () => void
}

/** Publishes the working copy of a connector, after showing what differs. */
export default function PublishModal({
  workspaceId,
  connector,
  published,
  onClose,
}: PublishModalProps) {
  const publish = usePublishVersion(workspaceId, connector)
  const [version, setVersion] = useState('')
  const [changelog, setChangelog] = useState('')
  const reason = useChangeReason()
  const isShown = useIsShown()
  const number = version.trim() === '' ? nextVersion(published) : version.trim()
  const body = { ...(version.trim() === '' ? {} : { version: number }), changelog }

  async function submit() {
    try {
      const made = await publish.mutateAsync({ ...body, reason: reason.given })
      notifications.show({ message: `Version ${made.version} published` })
      onClose()
    } catch (error) {
      if (!isShown.current) showFailure(`Couldn’t publish version ${number}`, error)
    }
  }

  return (
    <Modal
      opened
      {...keepOpenWhile(publish.isPending, onClose)}
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
            <VersionDiff
              workspaceId={workspaceId}
              connector={connector}
              versions={['latest', 'dev']}
            />
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
            requests={[
              {
                method: 'POST',
                path: `/connectors/${encodeURIComponent(connector)}/publish-version`,
                body,
                reason: reason.given,
              },
            ]}
          />
          <ReasonField reason={reason} disabled={publish.isPending} />
          <ErrorAlert error={publish.error} />
          <FormFooter
            submit={`Publish ${number}`}
            isPending={publish.isPending}
            canSubmit={reason.error === undefined}
            other={{ label: 'Cancel', disabled: publish.isPending, onClick: onClose }}
          />
        </Stack>
      </form>
    </Modal>
  )
}
