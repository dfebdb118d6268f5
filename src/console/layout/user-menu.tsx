import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { setSession, type Role } from '../session/session'
import { useSession, useTokenFacts } from '../session/use-session'
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun } from '../ui/icons.gen'
import { formatDateTime } from '../ui/format-date'
import { UserButton } from './shell-buttons'

const permissionLabels: Record<Role, string> = {
  operator: 'Operator: reaches every workspace',
  admin: 'Admin of this workspace',
  reader: 'May read, not change',
  tenant: 'A tenant’s token: reads what is the tenant’s',
}

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
] as const

/** Who is signed in, what the token may do and when it ends; the colour scheme; the way out. */
export default function UserMenu({ startsOpen }: { startsOpen: boolean }) {
  const session = useSession()
  const facts = useTokenFacts()
  const client = useQueryClient()
  const navigate = useNavigate()
  const router = useRouter()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  async function signOut() {
    // Unsaved changes are asked about first. A navigation that is given up settles with the next one.
    await navigate({ to: '/sign-in' })
    if (router.state.location.pathname !== '/sign-in') return
    setSession(undefined)
    client.clear()
  }

  return (
    <Menu position="bottom-end" width={300} defaultOpened={startsOpen}>
      <Menu.Target>
        <UserButton />
      </Menu.Target>
      <Menu.Dropdown>
        {facts !== undefined && (
          <>
            <Menu.Label component="div">
              <Text fz="sm" fw={600} c="var(--mantine-color-text)">
                {facts.name}
              </Text>
              <Text fz="xs" c="dimmed">
                {permissionLabels[facts.role]}
              </Text>
              {facts.expiresAt !== undefined && (
                <Text fz="xs" c="dimmed">
                  Signed in until {formatDateTime(facts.expiresAt)}
                </Text>
              )}
              <Text fz="xs" c="dimmed" className="mono">
                {session?.baseUrl}
              </Text>
            </Menu.Label>
            <Menu.Divider />
          </>
        )}
        <div role="group" aria-label="Colours">
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
        <Menu.Item leftSection={<IconLogout size={14} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
