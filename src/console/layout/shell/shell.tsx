import { getHotkeyHandler, useDisclosure, useHotkeys } from '@mantine/hooks'
import { useLayoutEffect, type ReactNode } from 'react'
import { useIsDemo } from '@/console/api/demo'
import { useHasExtensions } from '@/console/api/workspaces'
import { useStoryProgress } from '@/console/presenter/progress'
import { useIsAdmin } from '@/console/session/use-session'
import { lazyPart } from '@/console/ui/loading/load-part'
import { loadWhenIdle } from '@/console/ui/loading/load-when-idle'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { FailedPalette } from '../palette/failed-palette'
import { palette } from '../palette/palette-opener'
import { ConnectionBanner } from './connection-banner'
import { DemoBanner } from './demo-banner'
import { SessionBanner } from './session-banner'
import type { ShownWorkspace } from './shell-buttons'
import { ShellHeader } from './shell-header'
import { WorkspaceNavigation } from './workspace-navigation'
import classes from './shell.module.css'

const Presenter = lazyPart(() => import('@/console/presenter/presenter'))
const KeyList = lazyPart(() => import('./key-list'))
const Palette = loadWhenIdle(() => import('../palette/palette'))
const WatchChanges = loadWhenIdle(() => import('@/console/api/watch-changes'))

/**
 * The frame of every page of a workspace: header, navigation and banners. What changes while a page
 * loads is read by those that show it, so that the frame is not rendered again.
 */
export function Shell({ workspace, children }: { workspace: ShownWorkspace; children: ReactNode }) {
  const [isNavigationOpen, navigation] = useDisclosure()
  const [isKeyListOpen, keyList] = useDisclosure()
  useShellKeys({ onKeyList: keyList.open, onEscape: navigation.close })
  const hasExtensions = useHasExtensions()

  return (
    <div data-workspace-type={workspace.type} className={classes['shell']}>
      <a href="#content" className={classes['skipLink']}>
        Skip to content
      </a>
      <ShellHeader
        workspace={workspace}
        isNavigationOpen={isNavigationOpen}
        onToggleNavigation={navigation.toggle}
      />
      <WorkspaceNavigation
        workspaceId={workspace.id}
        isArchived={workspace.archivedAt !== undefined}
        isOpen={isNavigationOpen}
        onClose={navigation.close}
      />
      <Story workspaceId={workspace.id} />
      <main id="content" tabIndex={-1} className={classes['main']}>
        <ConnectionBanner />
        <DemoBanner workspaceId={workspace.id} />
        <SessionBanner />
        {children}
      </main>
      <LoadedPart failed={<FailedPalette />}>
        <Palette workspaceId={workspace.id} />
      </LoadedPart>
      {hasExtensions && (
        <LoadedPart>
          <WatchChanges workspaceId={workspace.id} />
        </LoadedPart>
      )}
      {isKeyListOpen && (
        <LoadedPart onError={keyList.close}>
          <KeyList onClose={keyList.close} />
        </LoadedPart>
      )}
    </div>
  )
}

/** The story that an admin presents in a demo. */
function Story({ workspaceId }: { workspaceId: string }) {
  const isDemo = useIsDemo()
  const isAdmin = useIsAdmin()
  const progress = useStoryProgress()
  if (!isDemo || !isAdmin || progress === undefined) return null
  return (
    <LoadedPart>
      <Presenter workspaceId={workspaceId} progress={progress} />
    </LoadedPart>
  )
}

const fields = 'input, textarea, select, [contenteditable="true"]'

/** Handles the keys that work on every page. */
function useShellKeys({
  onKeyList,
  onEscape,
}: {
  onKeyList: () => void
  onEscape: () => void
}): void {
  // Here rather than in the palette, which may not be loaded yet when they are pressed; and as soon
  // as the page is there, not after it is drawn, so that no key is lost in between.
  useLayoutEffect(() => {
    const { documentElement } = document
    const handle = getHotkeyHandler([['mod+K', palette.open]])
    const handleOutsideFields = getHotkeyHandler([
      ['shift+?', onKeyList],
      ['?', onKeyList],
    ])
    const onKey = (event: KeyboardEvent) => {
      handle(event)
      const isTyped = event.target instanceof Element && event.target.matches(fields)
      if (!isTyped) handleOutsideFields(event)
    }
    documentElement.addEventListener('keydown', onKey)
    return () => documentElement.removeEventListener('keydown', onKey)
  }, [onKeyList])
  useHotkeys([['Escape', onEscape]], [])
}
