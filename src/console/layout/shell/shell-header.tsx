import { Burger, Button, Group, Kbd, Text } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { fileAddress } from '@/console/browser/site'
import { IconSearch } from '@/console/ui/icons.gen'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { reportLoadFailure } from '@/console/ui/loading/load-failure'
import { loadWhenIdle } from '@/console/ui/loading/load-when-idle'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import type { Page } from '../navigation'
import { useCurrentRecordTitle } from '../page-title'
import { palette } from '../palette/palette-opener'
import { useAvailablePages, useCurrentPage } from '../use-pages'
import { SwitcherButton, UserButton, type ShownWorkspace } from './shell-buttons'
import classes from './shell.module.css'

// If the user clicks before they are loaded, they open as soon as they are.
const UserMenu = loadWhenIdle(() => import('./user-menu'))
const WorkspaceSwitcher = loadWhenIdle(() => import('./workspace-switcher'))

/** Mantine pads elements of this class while a dialog hides the scroll bar of the page. */
const keepsPlace = 'right-scroll-bar-position'

interface ShellHeaderProps {
  workspace: ShownWorkspace
  isNavigationOpen: boolean
  onToggleNavigation: () => void
}

/** The header of every page: workspace, position, command palette and user. */
export function ShellHeader({ workspace, isNavigationOpen, onToggleNavigation }: ShellHeaderProps) {
  const [pressed, setPressed] = useState<'switcher' | 'user'>()
  return (
    <header className={`${classes['header']} ${keepsPlace}`}>
      <Group h="100%" px="sm" gap="xs" wrap="nowrap" justify="space-between">
        <Group gap="xs" wrap="nowrap" miw={0}>
          <Burger
            opened={isNavigationOpen}
            onClick={onToggleNavigation}
            hiddenFrom="sm"
            size="sm"
            aria-label={isNavigationOpen ? 'Close navigation' : 'Open navigation'}
          />
          <Link to="/" className={classes['brand']} aria-label="Signalbox: start">
            <img src={fileAddress('/favicon.svg')} width={24} height={24} alt="" />
            <Text span fw={680} visibleFrom="md">
              Signalbox
            </Text>
          </Link>
          <LoadedPart
            loading={<SwitcherButton current={workspace} onClick={() => setPressed('switcher')} />}
            failed={<SwitcherButton current={workspace} onClick={reportLoadFailure} />}
          >
            <WorkspaceSwitcher current={workspace} startsOpen={pressed === 'switcher'} />
          </LoadedPart>
          <Position workspace={workspace} />
        </Group>
        <Group gap="xs" wrap="nowrap" flex="none">
          <PaletteButtons />
          <LoadedPart
            loading={<UserButton onClick={() => setPressed('user')} />}
            failed={<UserButton onClick={reportLoadFailure} />}
          >
            <UserMenu startsOpen={pressed === 'user'} />
          </LoadedPart>
        </Group>
      </Group>
    </header>
  )
}

/** Says which page is open: in the header, and in the title of the tab. */
function Position({ workspace: { id, name } }: { workspace: ShownWorkspace }) {
  const page = useCurrentPage(useAvailablePages())
  const recordTitle = useCurrentRecordTitle()
  useDocumentTitle(`${recordTitle ?? page?.label ?? 'Signalbox'} · ${name}`)
  return page && <Breadcrumb workspaceId={id} page={page} recordTitle={recordTitle} />
}

interface BreadcrumbProps {
  workspaceId: string
  page: Page
  recordTitle: string | undefined
}

/** The page, which the heading names too, or the way back to it from one of its records. */
function Breadcrumb({ workspaceId, page: { to, label }, recordTitle }: BreadcrumbProps) {
  if (recordTitle === undefined)
    return (
      <Text span fz="sm" c="dimmed" flex="none" visibleFrom="sm" aria-hidden>
        / {label}
      </Text>
    )
  return (
    <Text component="nav" fz="sm" c="dimmed" visibleFrom="sm" miw={0} aria-label="Breadcrumb">
      <ol className={classes['crumbs']}>
        <li>
          <LinkAnchor to={to} params={{ workspaceId }} fz="sm">
            {label}
          </LinkAnchor>
        </li>
        <li className={classes['record']}>{recordTitle}</li>
      </ol>
    </Text>
  )
}

/** Opens the command palette: a wide button, and a small one for phones. */
function PaletteButtons() {
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        onClick={palette.open}
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
        onClick={palette.open}
        hiddenFrom="md"
        aria-label="Go to"
      >
        <IconSearch size={14} />
      </Button>
    </>
  )
}
