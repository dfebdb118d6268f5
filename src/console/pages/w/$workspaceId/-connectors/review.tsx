import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ConnectorCreate } from '../../../../../contract/connectors'
import type { ApiError } from '../../../../api/api-error'
import { RequestTabs } from '../../../../forms/request-tabs'
import { ErrorAlert } from '../../../../layout/error-alert'
import { openWhile } from '../../../../ui/pending-dialog'

interface ReviewProps {
  body: ConnectorCreate
  error: ApiError | undefined
  pending: boolean
  onCreate: () => void
  /** Not called while the connector is being created, since the result is shown here. */
  onClose: () => void
}

/** Shows the request that creates the connector, and sends it. */
export function Review({ body, error, pending, onCreate, onClose }: ReviewProps) {
  return (
    <Modal opened {...openWhile(pending, onClose)} title={`Create ${body.name}`} size="lg">
      <Stack gap="sm">
        <RequestTabs method="POST" path="/connectors" body={body} />
        <ErrorAlert error={error} />
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
