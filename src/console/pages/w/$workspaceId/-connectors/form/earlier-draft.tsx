import { Alert, Button, Group, Text } from '@mantine/core'
import { useWatch } from 'react-hook-form'
import { useDraftForm } from './connector-form'

interface EarlierDraftProps {
  requestedName: string | undefined
  onStartOver: () => void
}

/** Says that the draft is for another app than the requested one. */
export function EarlierDraft({ requestedName, onStartOver }: EarlierDraftProps) {
  const appName = useWatch({ control: useDraftForm().control, name: 'appName' })
  return (
    <Alert color="caution" mb="sm">
      <Group justify="space-between" gap="xs">
        <Text fz="sm">
          This is an earlier draft {appName === undefined ? 'without an app' : `for ${appName}`}.
        </Text>
        <Button size="compact-sm" variant="default" onClick={onStartOver}>
          Start over for {requestedName}
        </Button>
      </Group>
    </Alert>
  )
}
