import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconChevronDown } from '@/console/ui/icons.gen'

const actions = [
  { label: 'Change a limit', to: '/w/$workspaceId/limits' },
  { label: 'Choose who gets notified', to: '/w/$workspaceId/alerts' },
  { label: 'Add a public key', to: '/w/$workspaceId/settings', hash: 'publicKeys' },
  { label: 'Create connector', to: '/w/$workspaceId/connectors/new' },
  { label: 'Find or archive apps', to: '/w/$workspaceId/apps' },
] as const

/** Links to the most frequent tasks of an admin. */
export default function QuickActions({ workspaceId }: { workspaceId: string }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />}>
          Quick actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, ...link }) => (
          <Menu.Item
            key={label}
            renderRoot={(props) => <Link {...props} {...link} params={{ workspaceId }} />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
