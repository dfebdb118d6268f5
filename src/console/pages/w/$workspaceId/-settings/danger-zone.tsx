import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { useArchiveWorkspace } from '@/console/api/workspaces'
import { Section } from '@/console/forms/section'
import { setSession } from '@/console/session/current-session'
import { useRole } from '@/console/session/use-session'
import { DangerousAction } from './dangerous-action'
import { useEditing } from './editing'
import { RotateSecret } from './rotate-secret'

/**
 * Actions that can lock users out. They are confirmed by typing the workspace name. While they are
 * hidden, a dialog that is open stays: it may show a new secret.
 */
export function DangerZone({ hidden }: { hidden: boolean }) {
  return (
    <div hidden={hidden}>
      <Section id="danger-zone" title="Danger zone">
        <RotateSecret />
        <ArchiveWorkspace />
      </Section>
    </div>
  )
}

function ArchiveWorkspace() {
  const { workspace } = useEditing()
  const navigate = useNavigate()
  const isOperator = useRole() === 'operator'
  const archive = useArchiveWorkspace(workspace.id, !isOperator)

  async function onDone() {
    notifications.show({ message: `${workspace.name} archived` })
    if (isOperator) return
    await navigate({ to: '/sign-in', ignoreBlocker: true })
    setSession(undefined)
  }

  return (
    <DangerousAction
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
