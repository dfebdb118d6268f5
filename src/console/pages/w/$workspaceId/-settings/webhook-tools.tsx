import { Alert, Button, Group, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { usePing, useRotateWebhookSecret, webhookQuery } from '@/console/api/webhooks'
import { useHasExtensions } from '@/console/api/workspaces'
import { AttemptOutcome } from '@/console/layout/attempt-outcome'
import { showError } from '@/console/layout/show-error'
import { formatDateTime } from '@/console/ui/format/format-date'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { webhookSecretOverlapHours, type WebhookState } from '@/contract/deliveries'
import type { Workspace } from '@/contract/workspaces'
import { ConfirmModal } from './confirm-modal'
import { PreviousSecrets } from './previous-secrets'
import { SecretModal } from './secret-modal'

interface WebhookToolsProps {
  workspace: Workspace
  uri: string
  readOnly: boolean
}

/** Actions for a webhook address: sending a ping, and rotating the secret. */
export function WebhookTools({ workspace, uri, readOnly }: WebhookToolsProps) {
  const { id: workspaceId } = workspace
  const hasExtensions = useHasExtensions()
  const { data } = useQuery({ ...webhookQuery(workspaceId), enabled: hasExtensions })
  const ping = usePing(workspaceId)
  if (!hasExtensions) return null
  const state = data?.response
  return (
    <Stack gap={6} mt={6}>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          disabled={readOnly || uri === ''}
          loading={ping.isPending}
          onClick={() => void ping.mutateAsync(uri).catch(showError)}
        >
          Send a ping
        </Button>
        {state !== undefined && (
          <WebhookSecret workspace={workspace} state={state} readOnly={readOnly} />
        )}
        <LinkAnchor to="/w/$workspaceId/deliveries" params={{ workspaceId }} fz="sm">
          Deliveries
        </LinkAnchor>
      </Group>
      {ping.data !== undefined && ping.variables === uri && (
        <div role="status">
          <AttemptOutcome attempt={ping.data} />
        </div>
      )}
      {state?.disabledAt !== undefined && (
        <Alert color="danger" p="xs">
          Disabled since {formatDateTime(state.disabledAt)}. A ping that the saved address accepts,
          or another address, enables it again. Then retry the missed deliveries on their page.
        </Alert>
      )}
      {state?.previousSecretsUntil !== undefined && (
        <PreviousSecrets
          until={state.previousSecretsUntil}
          use={{ one: 'also signs', many: 'also sign' }}
        />
      )}
    </Stack>
  )
}

interface WebhookSecretProps {
  workspace: Workspace
  state: WebhookState
  /** Whether it can't be replaced now. A new one that is shown stays. */
  readOnly: boolean
}

/** Makes or rotates the secret that signs webhooks, and shows it once. */
function WebhookSecret({ workspace: { id, name, type }, state, readOnly }: WebhookSecretProps) {
  const rotate = useRotateWebhookSecret(id)
  // Each rotation adds the end of the secret that it replaced.
  const lastRotation = state.previousSecretsUntil?.at(-1) ?? ''
  const [knownRotation, setKnownRotation] = useState(lastRotation)
  const [confirming, confirmation] = useDisclosure(false, {
    onOpen: () => setKnownRotation(lastRotation),
  })
  const wasReplaced =
    rotate.data !== undefined && lastRotation > (rotate.data.previousSecretUntil ?? '')
  // The secret is shown only once, on this page.
  useBlocker({ shouldBlockFn: () => rotate.isPending, enableBeforeUnload: rotate.isPending })
  function close() {
    confirmation.close()
    rotate.reset()
  }
  return (
    <>
      {readOnly ? null : state.hasSecret ? (
        <Button size="compact-sm" variant="default" onClick={confirmation.open}>
          Rotate the webhook secret
        </Button>
      ) : (
        <Button
          size="compact-sm"
          variant="default"
          loading={rotate.isPending}
          onClick={() => void rotate.mutateAsync(undefined).catch(showError)}
        >
          Create a webhook secret
        </Button>
      )}
      {confirming && rotate.data === undefined && (
        <ConfirmModal
          title="Rotate the webhook secret"
          action="Rotate"
          confirmation={type === 'production' ? name : undefined}
          pending={rotate.isPending}
          error={rotate.error}
          onConfirm={(reason) => rotate.mutate(reason)}
          onClose={close}
        >
          {lastRotation > knownRotation && (
            <Alert color="caution" p="xs" mb="xs">
              The secret was rotated while this dialog was open. Rotating again replaces the new
              one.
            </Alert>
          )}
          Webhooks are signed with a new secret from now on.
          {` The current secret keeps signing for ${webhookSecretOverlapHours} hours. `}
          After that, receivers that still check with it refuse every webhook: give them the new
          secret before.
        </ConfirmModal>
      )}
      {rotate.data !== undefined && (
        <SecretModal title="New webhook secret" secret={rotate.data.secret} onCopied={close}>
          {wasReplaced && (
            <Alert color="caution" p="xs" mb="xs">
              This secret was replaced by a later rotation. It signs only until{' '}
              {formatDateTime(lastRotation)}: give your receivers the newer one.
            </Alert>
          )}
          Copy it now and give it to your receivers: it is not shown again.
          {rotate.data.previousSecretUntil !== undefined &&
            ' The previous secret also signs until ' +
              `${formatDateTime(rotate.data.previousSecretUntil)}.`}
        </SecretModal>
      )}
    </>
  )
}
