import { Alert, Button, Group, List, Loader, Text } from '@mantine/core'
import { useState } from 'react'
import { toApiError } from '@/console/api/api-error'
import { CopyButton } from '@/console/ui/copy-button'
import { IconAlertCircle, IconPlugConnectedX } from '@/console/ui/icons.gen'

const maxShown = 8

interface ErrorAlertProps {
  /** Nothing is shown without one. */
  error: Error | null | undefined
  /** Not offered for a record that doesn't exist. */
  onRetry?: (() => unknown) | undefined
}

/** An error with its issues and their paths, a retry, and the request id for support. */
export function ErrorAlert({ error: thrown, onRetry }: ErrorAlertProps) {
  const [isRetrying, setRetrying] = useState(false)
  if (thrown === null || thrown === undefined) return null
  const error = toApiError(thrown)
  if (error.isMissingOperation)
    return (
      <Text fz="sm" c="dimmed">
        {error.message}.
      </Text>
    )
  const { issues = [], requestId } = error.facts

  async function retry() {
    setRetrying(true)
    try {
      await onRetry?.()
    } finally {
      setRetrying(false)
    }
  }

  return (
    <Alert
      color="danger"
      icon={error.isOffline ? <IconPlugConnectedX size={18} /> : <IconAlertCircle size={18} />}
      title={issues.length > 1 ? 'The request was rejected' : error.message}
      role="alert"
    >
      {issues.length > 1 && (
        <List size="sm" mb="xs">
          {issues.slice(0, maxShown).map(({ path, message }) => (
            <List.Item key={`${path.join('.')} ${message}`}>
              <span className="mono">{path.slice(1).join('.') || path.join('.')}</span>: {message}
            </List.Item>
          ))}
        </List>
      )}
      <Group gap="xs">
        {onRetry !== undefined && !error.isMissingRecord && (
          // Not `loading`, which would disable the button that has the focus.
          <Button
            size="compact-sm"
            variant="default"
            aria-busy={isRetrying}
            leftSection={isRetrying && <Loader size={12} />}
            onClick={() => void retry()}
          >
            Try again
          </Button>
        )}
        {requestId !== undefined && (
          <Text fz="xs" c="dimmed">
            Request <span className="mono">{requestId}</span>{' '}
            <CopyButton value={requestId} label="Copy request ID" iconOnly />
          </Text>
        )}
      </Group>
    </Alert>
  )
}
