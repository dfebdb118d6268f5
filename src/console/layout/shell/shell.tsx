import { getHotkeyHandler, useDisclosure, useDocumentTitle, useHotkeys } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, type ReactNode } from 'react'
import { useIsDemo } from '@/console/api/demo'
import { useHasExtensions } from '@/console/api/workspaces'
import { ownApi } from '@/console/browser/site'
import { useStoryProgress } from '@/console/presenter/progress'
import { useIsAdmin, useIsTenant, useSession } from '@/console/session/use-session'
import { lazyPart } from '@/console/ui/loading/load-part'
import { loadWhenIdle } from '@/console/ui/loading/load-when-idle'
import { LoadedPart } from '@/console/ui/loading/loaded-part'
import { pageAt, pages, type Page } from '../navigation'
import { useCurrentRecordTitle } from '../page-title'
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

/** The frame of every page of a workspace: header, navigation and banners. */
export function Shell({ workspace, children }: { workspace: ShownWorkspace; children: ReactNode }) {
  const [isNavigationOpen, navigation] = useDisclosure()
  const [isKeyListOpen, keyList] = useDisclosure()
  useShellKeys({ onKeyList: keyList.open, onEscape: navigation.close })
  const hasExtensions = useHasExtensions()
  const isDemo = useIsDemo()
  const isAdmin = useIsAdmin()
  const isTenant = useIsTenant()
  const progress = useStoryProgress()
  // The reference describes the API of this server.
  const isOwnEngine = useSession()?.baseUrl === ownApi
  const available = availablePages({ hasExtensions, isDemo, isAdmin, isTenant })
  const { pathname } = useLocation()
  const current = pageAt(pathname, available)
  const recordTitle = useCurrentRecordTitle()
  useDocumentTitle(`${recordTitle ?? current?.label ?? 'Signalbox'} · ${workspace.name}`)

  return (
    <div data-workspace-type={workspace.type} className={classes['shell']}>
      <a href="#content" className={classes['skipLink']}>
        Skip to content
      </a>
      <ShellHeader
        workspace={workspace}
        page={current}
        recordTitle={recordTitle}
        isNavigationOpen={isNavigationOpen}
        onToggleNavigation={navigation.toggle}
      />
      <WorkspaceNavigation
        workspaceId={workspace.id}
        pages={available}
        current={current}
        hasReference={hasExtensions && isOwnEngine}
        isOpen={isNavigationOpen}
        onClose={navigation.close}
      />
      {isDemo && isAdmin && progress !== undefined && (
        <LoadedPart>
          <Presenter workspaceId={workspace.id} progress={progress} />
        </LoadedPart>
      )}
      <main id="content" tabIndex={-1} className={classes['main']}>
        <ConnectionBanner />
        {isDemo && <DemoBanner workspaceId={workspace.id} />}
        <SessionBanner />
        {children}
      </main>
      <LoadedPart failed={<FailedPalette />}>
        <Palette workspaceId={workspace.id} pages={available} />
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

/** Returns the pages that the user's token and the engine allow. */
function availablePages({
  hasExtensions,
  isDemo,
  isAdmin,
  isTenant,
}: Record<'hasExtensions' | 'isDemo' | 'isAdmin' | 'isTenant', boolean>): readonly Page[] {
  return pages.filter(
    ({ workspace, admin, extension, demo }) =>
      (demo === undefined || isDemo) &&
      (workspace === undefined || !isTenant) &&
      (admin === undefined || isAdmin) &&
      (extension === undefined || hasExtensions),
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
