import { Button, List, Modal, Text } from '@mantine/core'
import { channelLabels } from './matrix'
import { useTestAlert } from '../../../../api/alerts'
import { faultOf } from '../../../../api/fault'
import { FaultAlert } from '../../../../layout/fault-alert'
import { LinkAnchor } from '../../../../layout/link-anchor'

const names = { internal: 'Internal list', ...channelLabels }

/** Raises a test alert and shows what became of it on each channel. */
export function TestAlert({ workspaceId }: { workspaceId: string }) {
  const test = useTestAlert(workspaceId)
  return (
    <>
      <Button variant="default" onClick={() => test.mutate()} loading={test.isPending}>Send a test alert</Button>
      <Modal opened={test.isSuccess || test.isError} onClose={() => test.reset()} title="Test alert">
        {test.error !== null && <FaultAlert fault={faultOf(test.error)} />}
        {test.data !== undefined && (
          <>
            <List size="sm" spacing={6} listStyleType="none">
              {test.data.channels.map(({ channel, message }) => <List.Item key={channel}><b>{names[channel]}</b>: {message}</List.Item>)}
            </List>
            <Text fz="sm" mt="sm"><LinkAnchor to="/w/$workspaceId/raised-alerts" params={{ workspaceId }} search={{ type: 'testAlert' }} fz="sm">All test alerts</LinkAnchor></Text>
          </>
        )}
      </Modal>
    </>
  )
}
