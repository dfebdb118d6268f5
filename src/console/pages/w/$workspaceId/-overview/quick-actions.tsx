import { Button, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { IconChevronDown } from '@/console/ui/icons.gen'

/** Links to the most frequent tasks of an admin. */
export default function QuickActions({ workspaceId }: { workspaceId: string }) {
  const params = { workspaceId }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />}>
          Quick actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          renderRoot={(props) => <Link {...props} to="/w/$workspaceId/limits" params={params} />}
        >
          Change a limit
        </Menu.Item>
        <Menu.Item
          renderRoot={(props) => <Link {...props} to="/w/$workspaceId/alerts" params={params} />}
        >
          Choose who gets notified
        </Menu.Item>
        <Menu.Item
          renderRoot={(props) => (
            <Link {...props} to="/w/$workspaceId/settings" params={params} hash="publicKeys" />
          )}
        >
          Add a public key
        </Menu.Item>
        <Menu.Item
          renderRoot={(props) => (
            <Link {...props} to="/w/$workspaceId/connectors/new" params={params} />
          )}
        >
          Create connector
        </Menu.Item>
        <Menu.Item
          renderRoot={(props) => <Link {...props} to="/w/$workspaceId/apps" params={params} />}
        >
          Find or archive apps
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
