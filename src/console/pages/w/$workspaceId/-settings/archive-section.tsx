import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { faultOf } from '../../../../api/fault'
import {
  extensionsQuery,
  useArchiveWorkspace,
  useRotateSecret,
  workspaceQuery,
} from '../../../../api/workspaces'
import { Section } from '../../../../forms/section'
import { FaultAlert } from '../../../../layout/fault-alert'
import { useTokenFacts } from '../../../../session/use-session'
import { useEditing } from './editing'

/** What cannot be taken back lightly: the name is typed first. */
export function ArchiveSection() {
  const { workspace, readOnly } = useEditing()
  const { data: extensions } = useQuery(extensionsQuery)
  const { data: latest } = useQuery(workspaceQuery(workspace.id))
  const isOperator = useTokenFacts()?.role === 'operator'
  const archive = useArchiveWorkspace(workspace.id)
  const rotate = useRotateSecret(workspace.id)
  const isToldSecret = workspace.secret !== undefined
  if (extensions !== true || readOnly || latest?.answer.archivedAt !== undefined) return null
  return (
    <Section id="careful" title="Careful">
      <Confirmed
        label="Rotate the secret"
        description={`Every token signed with the present secret is refused from then on, at once, and every token that the server issued for this workspace.${isToldSecret ? '' : ' Yours is one of these, so you will have to sign in again. Only an operator can then read the new secret.'}`}
        action="Rotate the secret"
        confirmation={workspace.name}
        mutation={rotate}
        done={
          isToldSecret
            ? 'The secret is new. Show it under Internal.'
            : 'The secret is new. Ask an operator for it, and sign in again.'
        }
      />
      <Confirmed
        label="Archive this workspace"
        description={`Its tokens are refused from then on${isOperator ? '; you can restore it from the workspace switcher.' : ', yours included. Only an operator can restore it.'}`}
        action="Archive"
        confirmation={workspace.name}
        mutation={archive}
        done={`${workspace.name} is archived`}
      />
    </Section>
  )
}

interface ConfirmedProps {
  label: string
  description: string
  action: string
  /** What must be typed. */
  confirmation: string
  mutation: {
    mutateAsync: () => Promise<unknown>
    isPending: boolean
    error: unknown
    reset: () => void
  }
  done: string
}

function Confirmed({ label, description, action, confirmation, mutation, done }: ConfirmedProps) {
  const [opened, { open, close }] = useDisclosure(false)
  const [typed, setTyped] = useState('')

  function leave() {
    close()
    setTyped('')
    mutation.reset()
  }

  async function confirm(event: FormEvent) {
    event.preventDefault()
    const worked = await mutation.mutateAsync().then(
      () => true,
      () => false,
    )
    if (!worked) return
    leave()
    notifications.show({ message: done })
  }

  return (
    <Group justify="space-between" gap="md">
      <div>
        <Text fz="sm" fw={550}>
          {label}
        </Text>
        <Text fz="xs" c="dimmed">
          {description}
        </Text>
      </div>
      <Button variant="outline" color="danger" onClick={open}>
        {action}
      </Button>
      <Modal opened={opened} onClose={leave} title={label}>
        <form onSubmit={(event) => void confirm(event)}>
          <Stack gap="sm">
            <Text fz="sm">{description}</Text>
            <TextInput
              label={
                <>
                  Type <b>{confirmation}</b> to confirm
                </>
              }
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              data-autofocus
              autoComplete="off"
            />
            {mutation.error !== null && <FaultAlert fault={faultOf(mutation.error)} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={leave}>
                Cancel
              </Button>
              <Button
                type="submit"
                color="danger"
                disabled={typed !== confirmation}
                loading={mutation.isPending}
              >
                {action}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
    </Group>
  )
}
