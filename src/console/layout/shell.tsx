import { Badge, Burger, Button, Group, Kbd, NavLink, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useNetwork } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { useActiveAlerts } from '../api/alerts'
import { useIsDemo } from '../api/demo'
import { checkServer, useIsServerReachable } from '../api/server-status'
import { extensionsQuery } from '../api/workspaces'
import { useStoryProgress } from '../presenter/progress'
import { useSession, useTokenFacts } from '../session/use-session'
import { IconBook2, IconSearch } from '../ui/icons.gen'
import { FailedPalette } from './failed-palette'
import { loadWhenIdle } from '../ui/load-when-idle'
import { LoadedPart } from '../ui/loaded-part'
import { fileAddress, ownApi } from '../ui/site'
import { pageAt, pages } from './navigation'
import { lazyPart, reportLoadFailure } from '../ui/new-version'
import { ReadOnlyBanner } from './page-states'
import { useCurrentRecordTitle } from './page-title'
import { openPalette } from './palette-opener'
import { DemoBanner } from './demo-banner'
import { SessionBanner } from './session-banner'
import { SwitcherButton, UserButton, type Shown } from './shell-buttons'
import classes from './shell.module.css'

const Presenter = lazyPart(() => import('../presenter/presenter'))
const KeyList = lazyPart(() => import('./key-list'))
// If the user clicks before they are loaded, they open as soon as they are.
const Palette = loadWhenIdle(() => import('./palette'))
const WatchChanges = loadWhenIdle(() => import('../api/watch-changes'))
const UserMenu = loadWhenIdle(() => import('./user-menu'))
const WorkspaceSwitcher = loadWhenIdle(() => import('./workspace-switcher'))

/** Mantine pads elements of this class while a dialog hides the scroll bar of the page. */
const keepsPlace = 'right-scroll-bar-position'

/** The frame of every page of a workspace: header, navigation and banners. */
export function Shell({ workspace, children }: { workspace: Shown; children: ReactNode }) {
  const [opened, { toggle, close }] = useDisclosure()
  const { pathname } = useLocation()
  const { online } = useNetwork()
  const role = useTokenFacts()?.role
  const { data: extensions } = useQuery(extensionsQuery)
  const isDemo = useIsDemo()
  const progress = useStoryProgress()
  const [keysShown, keyList] = useDisclosure()
  const [pressed, setPressed] = useState<'switcher' | 'user'>()
  // Here rather than in the palette, which may not be loaded yet when they are pressed.
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
  useHotkeys([['Escape', close]], [])
  // The reference describes the API of this server.
  const isOwnEngine = useSession()?.baseUrl === ownApi
  const isReachable = useIsServerReachable()
  const isAdmin = role === 'admin' || role === 'operator'
  const shown = pages.filter(
    ({ admin, extension, demo }) =>
      (demo === undefined || isDemo) &&
      (admin === undefined || isAdmin) &&
      (extension === undefined || extensions === true),
  )
  const activeAlerts = useActiveAlerts(workspace.id).length
  const recordTitle = useCurrentRecordTitle()
  const here = pageAt(pathname, workspace.id, shown)

  useEffect(() => {
    document.title = `${recordTitle ?? here?.label ?? 'Signalbox'} · ${workspace.name}`
  }, [here, recordTitle, workspace.name])

  return (
    <div data-workspace-type={workspace.type} className={classes['shell']}>
      <a href="#content" className="skip-link">
        Skip to content
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
              <img src={fileAddress('/favicon.svg')} width={24} height={24} alt="" />
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
                {recordTitle !== undefined && ` / ${recordTitle}`}
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
              to === '/w/$workspaceId/raised-alerts' && activeAlerts > 0 ? (
                <Badge
                  size="sm"
                  circle
                  color="danger.7"
                  variant="filled"
                  aria-label={`${activeAlerts} active`}
                >
                  {activeAlerts}
                </Badge>
              ) : undefined
            }
            activeOptions={{ exact: to === '/w/$workspaceId' }}
            active={here?.to === to}
            aria-current={here?.to === to ? 'page' : undefined}
            onClick={close}
          />
        ))}
        {extensions === true && isOwnEngine && (
          <NavLink
            component={Link}
            to="/reference"
            label="API reference"
            leftSection={<IconBook2 size={16} stroke={1.7} />}
            mt="auto"
          />
        )}
      </nav>
      {isDemo && isAdmin && progress !== undefined && (
        <LoadedPart>
          <Presenter workspaceId={workspace.id} progress={progress} />
        </LoadedPart>
      )}
      <main id="content" tabIndex={-1} className={classes['main']}>
        {!online && (
          <div className={classes['offline']}>
            <ReadOnlyBanner reason="You are offline. Data may be outdated; your edits are kept." />
          </div>
        )}
        {online && !isReachable && (
          <div className={classes['offline']} role="status">
            <ReadOnlyBanner
              reason="Can’t reach the server. Retrying… Data may be outdated; your edits are kept."
              action={
                <Button size="compact-sm" variant="default" onClick={() => void checkServer()}>
                  Retry now
                </Button>
              }
            />
          </div>
        )}
        {isDemo && <DemoBanner />}
        <SessionBanner />
        {children}
      </main>
      <LoadedPart failed={<FailedPalette />}>
        <Palette workspaceId={workspace.id} pages={shown} />
      </LoadedPart>
      {extensions === true && (
        <LoadedPart>
          <WatchChanges workspaceId={workspace.id} />
        </LoadedPart>
      )}
      {keysShown && (
        <LoadedPart onError={keyList.close}>
          <KeyList onClose={keyList.close} />
        </LoadedPart>
      )}
    </div>
  )
}
