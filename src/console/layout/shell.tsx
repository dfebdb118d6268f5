import { Badge, Burger, Button, Group, Kbd, NavLink, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useActiveAlerts } from '../api/alerts'
import { useIsDemo } from '../api/demo'
import { extensionsQuery } from '../api/workspaces'
import { useTokenFacts } from '../session/use-session'
import { IconBook2, IconSearch } from '../ui/icons.gen'
import { FailedPalette } from './failed-palette'
import { loadWhenIdle } from '../ui/load-when-idle'
import { LoadedPart } from '../ui/loaded-part'
import { pages } from './navigation'
import { lazyPart, reportLoadFailure } from '../ui/new-version'
import { ReadOnlyBanner } from './page-states'
import { openPalette } from './palette-opener'
import { SessionBanner } from './session-banner'
import { SwitcherButton, UserButton, type Shown } from './shell-buttons'
import classes from './shell.module.css'

const KeyList = lazyPart(() => import('./key-list'))
// Pressed earlier, they come open.
const Palette = loadWhenIdle(() => import('./palette'))
const UserMenu = loadWhenIdle(() => import('./user-menu'))
const WorkspaceSwitcher = loadWhenIdle(() => import('./workspace-switcher'))

/** Where a dialog locks the page and takes its scroll bar away, Mantine makes up for it at elements of this class. */
const keepsPlace = 'right-scroll-bar-position'

/** The frame of every page of a workspace: where one is, where one can go, and what works now. */
export function Shell({ workspace, children }: { workspace: Shown; children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const { online } = useNetwork()
  const role = useTokenFacts()?.role
  const { data: extensions } = useQuery(extensionsQuery)
  const isDemo = useIsDemo()
  const [keysShown, keyList] = useDisclosure()
  const [pressed, setPressed] = useState<'switcher' | 'user'>()
  // Not in what they open: what is pressed before that has loaded counts too.
  useHotkeys(
    [
      ['mod+K', openPalette],
      ['mod+P', openPalette],
    ],
    [],
    true,
  )
  useHotkeys([
    ['shift+?', keyList.open],
    ['?', keyList.open],
  ])
  const isAdmin = role === 'admin' || role === 'operator'
  const shown = pages.filter(
    ({ admin, extension, demo }) =>
      (demo === undefined || isDemo) &&
      (admin === undefined || isAdmin) &&
      (extension === undefined || extensions === true),
  )
  const ongoing = useActiveAlerts(workspace.id).length
  const here = shown.findLast(({ to }) =>
    pathname.startsWith(to.replace('$workspaceId', workspace.id)),
  )

  useEffect(() => {
    document.title = `${here?.label ?? 'Signalbox'} · ${workspace.name}`
  }, [here, workspace.name])

  return (
    <div data-workspace-type={workspace.type} className={classes['shell']}>
      <a href="#content" className="skip-link">
        Skip to the content
      </a>
      <header className={`${classes['header']} ${keepsPlace}`}>
        <Group h="100%" px="sm" gap="xs" wrap="nowrap" justify="space-between">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger
              opened={opened}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={opened ? 'Close navigation' : 'Open navigation'}
            />
            <Link to="/" className={classes['brand']} aria-label="Signalbox: start">
              <img src="/favicon.svg" width={24} height={24} alt="" />
              <Text span fw={680} visibleFrom="md">
                Signalbox
              </Text>
            </Link>
            <LoadedPart
              loading={
                <SwitcherButton current={workspace} onClick={() => setPressed('switcher')} />
              }
              failed={<SwitcherButton current={workspace} onClick={reportLoadFailure} />}
            >
              <WorkspaceSwitcher current={workspace} startsOpen={pressed === 'switcher'} />
            </LoadedPart>
            {here !== undefined && (
              <Text span fz="sm" c="dimmed" visibleFrom="sm" aria-hidden>
                / {here.label}
              </Text>
            )}
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Button
              variant="default"
              size="compact-md"
              onClick={openPalette}
              leftSection={<IconSearch size={14} />}
              rightSection={<Kbd size="xs">Ctrl K</Kbd>}
              visibleFrom="md"
            >
              Go to
            </Button>
            <Button
              variant="default"
              size="compact-md"
              px={8}
              onClick={openPalette}
              hiddenFrom="md"
              aria-label="Go to"
            >
              <IconSearch size={14} />
            </Button>
            <LoadedPart
              loading={<UserButton onClick={() => setPressed('user')} />}
              failed={<UserButton onClick={reportLoadFailure} />}
            >
              <UserMenu startsOpen={pressed === 'user'} />
            </LoadedPart>
          </Group>
        </Group>
      </header>
      <nav className={classes['navbar']} data-opened={opened} aria-label="Pages of the workspace">
        {shown.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            component={Link}
            to={to.replace('$workspaceId', workspace.id)}
            label={label}
            leftSection={<Icon size={16} stroke={1.7} />}
            rightSection={
              to === '/w/$workspaceId/raised-alerts' && ongoing > 0 ? (
                <Badge
                  size="sm"
                  circle
                  color="danger.7"
                  variant="filled"
                  aria-label={`${ongoing} ongoing`}
                >
                  {ongoing}
                </Badge>
              ) : undefined
            }
            activeOptions={{ exact: to === '/w/$workspaceId' }}
            active={here?.to === to}
            aria-current={here?.to === to ? 'page' : undefined}
            onClick={close}
          />
        ))}
        {extensions === true && (
          <NavLink
            component={Link}
            to="/reference"
            label="API reference"
            leftSection={<IconBook2 size={16} stroke={1.7} />}
            mt="auto"
          />
        )}
      </nav>
      <main id="content" tabIndex={-1} className={classes['main']}>
        {!online && (
          <div className={classes['offline']}>
            <ReadOnlyBanner reason="You are offline. What you see may be old; what you type is kept." />
          </div>
        )}
        <SessionBanner />
        {children}
      </main>
      <LoadedPart failed={<FailedPalette />}>
        <Palette workspaceId={workspace.id} pages={shown} />
      </LoadedPart>
      {keysShown && (
        <LoadedPart onError={keyList.close}>
          <KeyList onClose={keyList.close} />
        </LoadedPart>
      )}
    </div>
  )
}
