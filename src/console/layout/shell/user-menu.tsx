import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { useIsDemo } from '@/console/api/demo'
import { startStory, storyNames } from '@/console/presenter/progress'
import { storyTexts } from '@/console/presenter/story-texts'
import type { Role } from '@/console/session/session'
import { useIsAdmin, useRole, useSession, useTokenFacts } from '@/console/session/use-session'
import { formatDateTime } from '@/console/ui/format/format-date'
import {
  IconDeviceDesktop,
  IconLogout,
  IconMoon,
  IconPresentation,
  IconSun,
} from '@/console/ui/icons.gen'
import { useSignOut } from '../use-sign-out'
import { UserButton } from './shell-buttons'

const permissionLabels: Record<Role, string> = {
  operator: 'Operator of every workspace',
  admin: 'Admin of this workspace',
  reader: 'Read-only access',
  tenant: 'Read-only access for one tenant',
}

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

/** A component, so that no date is formatted until the menu is open: the first one takes long. */
function Expiry({ at }: { at: Date }) {
  return (
    <Text fz="xs" c="dimmed">
      Session expires {formatDateTime(at)}
    </Text>
  )
}

/** The menu with the user's permissions, the expiry of the session, color scheme and sign-out. */
export default function UserMenu({ startsOpen }: { startsOpen: boolean }) {
  const session = useSession()
  const facts = useTokenFacts()
  const role = useRole()
  const signOut = useSignOut()
  const isDemo = useIsDemo()
  const isAdmin = useIsAdmin()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  return (
    <Menu position="bottom-end" width={300} defaultOpened={startsOpen}>
      <Menu.Target>
        <UserButton />
      </Menu.Target>
      <Menu.Dropdown>
        {facts !== undefined && role !== undefined && (
          <>
            <Menu.Label component="div">
              <Text fz="sm" fw={600} c="var(--mantine-color-text)">
                {facts.name}
              </Text>
              <Text fz="xs" c="dimmed">
                {permissionLabels[role]}
              </Text>
              {facts.expiresAt !== undefined && session?.account?.renewal === undefined && (
                <Expiry at={facts.expiresAt} />
              )}
              <Text fz="xs" c="dimmed" className="mono">
                {session?.baseUrl}
              </Text>
            </Menu.Label>
            <Menu.Divider />
          </>
        )}
        <div role="group" aria-label="Color scheme">
          {schemes.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem
              key={value}
              value={value}
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
              rightSection={<Icon size={14} />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </div>
        <Menu.Divider />
        {isDemo && isAdmin && (
          <>
            <Menu.Label>Present a story</Menu.Label>
            {storyNames.map((story) => (
              <Menu.Item
                key={story}
                leftSection={<IconPresentation size={14} />}
                onClick={() => startStory(story)}
              >
                {storyTexts[story].title}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        <Menu.Item leftSection={<IconLogout size={14} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
