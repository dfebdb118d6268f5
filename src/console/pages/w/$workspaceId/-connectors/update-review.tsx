import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ConnectorUpdate } from '../../../../../contract/connectors'
import type { ApiError } from '../../../../api/api-error'
import type { SpecificationResponse } from '../../../../api/connectors'
import { ReasonField, useChangeReason } from '../../../../forms/change-reason'
import { RequestTabs } from '../../../../forms/request-tabs'
import { ErrorAlert } from '../../../../layout/error-alert'
import { LineDiffView } from '../../../../ui/line-diff-view'
import { openWhile } from '../../../../ui/pending-dialog'
import { comparableText } from './comparable-text'
import { changeableMembers } from './specification-members'

interface UpdateReviewProps {
  connector: string
  base: SpecificationResponse
  body: ConnectorUpdate
  error: ApiError | undefined
  pending: boolean
  onSave: (reason: string | undefined) => void
  /** Not called while the connector is being saved, since the result is shown here. */
  onClose: () => void
}

/** Shows what differs from the working copy, and the request that replaces it, and sends it. */
export default function UpdateReview({
  connector,
  base,
  body,
  error,
  pending,
  onSave,
  onClose,
}: UpdateReviewProps) {
  const reason = useChangeReason()
  const [before, after] = [changeableMembers(base.response), body].map(comparableText)
  const isChanged = before !== after
  return (
    <Modal opened {...openWhile(pending, onClose)} title={`Save ${base.response.name}`} size="xl">
      <Stack gap="sm">
        <RequestTabs
          method="PUT"
          path={`/connectors/${encodeURIComponent(connector)}/specification`}
          body={body}
          ifMatch={base.etag}
          reason={reason.given}
          changes={
            <LineDiffView
              label="Changes of the connector"
              before={before ?? ''}
              after={after ?? ''}
              beforeLabel="Saved"
              afterLabel="Your changes"
            />
          }
        />
        <ReasonField reason={reason} disabled={pending} />
        <ErrorAlert error={error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={pending}>
            Back to editing
          </Button>
          <Button
            loading={pending}
            disabled={!isChanged || reason.error !== undefined}
            onClick={() => onSave(reason.given)}
            data-autofocus
          >
            Save
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
