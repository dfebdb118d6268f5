import { Button, Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { IconChevronDown } from '../../../../ui/icons.gen'

/** Links to the most frequent tasks of an admin. */
export default function QuickActions({ workspaceId }: { workspaceId: string }) {
  const navigate = useNavigate()
  const params = { workspaceId }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />}>
          Quick actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void navigate({ to: '/w/$workspaceId/limits', params })}>
          Change a limit
        </Menu.Item>
        <Menu.Item onClick={() => void navigate({ to: '/w/$workspaceId/alerts', params })}>
          Choose who gets notified
        </Menu.Item>
        <Menu.Item
          onClick={() =>
            void navigate({ to: '/w/$workspaceId/settings', params, hash: 'publicKeys' })
          }
        >
          Add a public key
        </Menu.Item>
        <Menu.Item onClick={() => void navigate({ to: '/w/$workspaceId/connectors/new', params })}>
          Create connector
        </Menu.Item>
        <Menu.Item onClick={() => void navigate({ to: '/w/$workspaceId/apps', params })}>
          Find or archive apps
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
