import { Box, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { toApiError } from '../../../../api/api-error'
import {
  extensionsQuery,
  useArchiveWorkspace,
  useRotateSecret,
  workspaceQuery,
} from '../../../../api/workspaces'
import { ConfirmModal } from '../../../../forms/confirm-modal'
import { Section } from '../../../../forms/section'
import { SecretModal } from '../../../../forms/secret-modal'
import { tokenFromSecret } from '../../../../session/secret-token'
import { setSession } from '../../../../session/session'
import { useSession, useTokenFacts } from '../../../../session/use-session'
import { useEditing } from './editing'

/** Actions that can lock users out. They are confirmed by typing the workspace name. */
export function ArchiveSection() {
  const { workspace, readOnly } = useEditing()
  const { data: extensions } = useQuery(extensionsQuery)
  const { data: latest } = useQuery(workspaceQuery(workspace.id))
  if (extensions !== true || readOnly || latest?.response.archivedAt !== undefined) return null
  return (
    <Section id="danger-zone" title="Danger zone">
      <RotateSecret />
      <ArchiveWorkspace />
    </Section>
  )
}

function RotateSecret() {
  const { workspace } = useEditing()
  const session = useSession()
  const facts = useTokenFacts()
  const refusesSecret = workspace.settings?.['disableSecretKeyAuth'] === true
  const staysValid = facts?.role === 'operator' || facts?.signedBy === 'key'
  const rotate = useRotateSecret(workspace.id, async (secret) =>
    secret === undefined ||
    staysValid ||
    refusesSecret ||
    session === undefined ||
    facts === undefined
      ? undefined
      : { ...session, token: await tokenFromSecret(workspace.key, secret, facts.name) },
  )
  const what =
    'Tokens signed with the current secret, and access tokens that the server issued ' +
    'for this workspace, stop working immediately.'
  return (
    <Confirmed
      label="Rotate the secret"
      description={what}
      action="Rotate the secret"
      confirmation={workspace.name}
      mutation={rotate}
      consequence={
        staysValid
          ? 'You stay signed in: your own token does not depend on the secret.'
          : refusesSecret
            ? 'This session ends: sign in again with a token signed with one of your keys.'
            : workspace.secret === undefined
              ? 'This session ends, because the server issued its token. ' +
                'Ask an operator for the new secret, then sign in again.'
              : 'You stay signed in: this session continues with a token signed with the new secret.'
      }
    >
      {rotate.data?.secret !== undefined && (
        <SecretModal
          title="New workspace secret"
          secret={rotate.data.secret}
          onCopied={rotate.reset}
        >
          Secret rotated. Copy it now and give it to whatever signs tokens of this workspace. You
          can also find it under Internal.
        </SecretModal>
      )}
    </Confirmed>
  )
}

function ArchiveWorkspace() {
  const { workspace } = useEditing()
  const navigate = useNavigate()
  const isOperator = useTokenFacts()?.role === 'operator'
  const archive = useArchiveWorkspace(workspace.id, !isOperator)

  async function onDone() {
    notifications.show({ message: `${workspace.name} archived` })
    if (isOperator) return
    await navigate({ to: '/sign-in', ignoreBlocker: true })
    setSession(undefined)
  }

  return (
    <Confirmed
      label="Archive this workspace"
      description="All its tokens stop working immediately."
      action="Archive"
      confirmation={workspace.name}
      mutation={archive}
      consequence={
        isOperator
          ? 'You can restore it from the workspace switcher.'
          : 'This session ends and you can’t sign in again: only an operator can restore it.'
      }
      onDone={() => void onDone()}
    />
  )
}

interface ConfirmedProps {
  label: string
  description: string
  /** The consequence for the user. */
  consequence: string
  action: string
  /** The text that the user must type. */
  confirmation: string
  mutation: {
    mutateAsync: () => Promise<unknown>
    isPending: boolean
    error: unknown
    reset: () => void
  }
  onDone?: () => void
  children?: ReactNode
}

function Confirmed({
  label,
  description,
  consequence,
  action,
  confirmation,
  mutation,
  onDone,
  children,
}: ConfirmedProps) {
  const [opened, { open, close }] = useDisclosure(false)

  function leave() {
    close()
    mutation.reset()
  }

  async function confirm() {
    const worked = await mutation.mutateAsync().then(
      () => true,
      () => false,
    )
    if (!worked) return
    close()
    onDone?.()
  }

  return (
    <Group justify="space-between" gap="md">
      <Box flex={1} miw={240}>
        <Text fz="sm" fw={550}>
          {label}
        </Text>
        <Text fz="xs" c="dimmed">
          {description} {consequence}
        </Text>
      </Box>
      <Button variant="outline" color="danger" onClick={open}>
        {action}
      </Button>
      {opened && (
        <ConfirmModal
          title={label}
          action={action}
          confirmation={confirmation}
          pending={mutation.isPending}
          error={mutation.error === null ? undefined : toApiError(mutation.error)}
          onConfirm={() => void confirm()}
          onClose={leave}
        >
          {description} {consequence}
        </ConfirmModal>
      )}
      {children}
    </Group>
  )
}
