import { Burger, Button, Group, Kbd, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { IconSearch } from '../ui/icons.gen'
import { loadWhenIdle } from '../ui/load-when-idle'
import { LoadedPart } from '../ui/loaded-part'
import { reportLoadFailure } from '../ui/new-version'
import { fileAddress } from '../ui/site'
import { palette } from './palette-opener'
import { SwitcherButton, UserButton, type ShownWorkspace } from './shell-buttons'
import classes from './shell.module.css'

// If the user clicks before they are loaded, they open as soon as they are.
const UserMenu = loadWhenIdle(() => import('./user-menu'))
const WorkspaceSwitcher = loadWhenIdle(() => import('./workspace-switcher'))

/** Mantine pads elements of this class while a dialog hides the scroll bar of the page. */
const keepsPlace = 'right-scroll-bar-position'

interface ShellHeaderProps {
  workspace: ShownWorkspace
  /** The label of the current page, and the name of the record that it shows. */
  pageLabel: string | undefined
  recordTitle: string | undefined
  isNavigationOpen: boolean
  onToggleNavigation: () => void
}

/** The header of every page: workspace, position, command palette and user. */
export function ShellHeader({
  workspace,
  pageLabel,
  recordTitle,
  isNavigationOpen,
  onToggleNavigation,
}: ShellHeaderProps) {
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
          {pageLabel !== undefined && (
            <Text span fz="sm" c="dimmed" visibleFrom="sm" aria-hidden>
              / {pageLabel}
              {recordTitle !== undefined && ` / ${recordTitle}`}
            </Text>
          )}
        </Group>
        <Group gap="xs" wrap="nowrap">
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
