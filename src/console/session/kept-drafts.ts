import { keepInTab, readFromTab } from '@/console/browser/tab-storage'

const prefix = 'signalbox-draft '

/**
 * Returns the storage key of the unsaved changes of a page.
 * @param page its path below the workspace
 * @param dialog the name of a dialog of the page that has its own changes
 */
export function draftKey(workspaceId: string, page: string, dialog = ''): string {
  return `${prefix}/w/${workspaceId}/${page} ${dialog}`
}

function keysOfPage(pathname: string): string[] {
  return Object.keys(sessionStorage).filter((key) =>
    key.startsWith(`${prefix}${pathname.replace(/\/+$/, '')} `),
  )
}

/** Returns the kept unsaved changes of a page and its dialogs as JSON; undefined for none. */
export function keptTextOfPage(pathname: string): string | undefined {
  const kept = keysOfPage(pathname).map((key) => sessionStorage.getItem(key))
  return kept.length === 0 ? undefined : kept.join('\n')
}

/** Deletes the unsaved changes of a page and its dialogs. */
export function forgetDraftsOfPage(pathname: string): void {
  for (const key of keysOfPage(pathname)) forgetDraft(key)
}

/**
 * Keeps unsaved changes in the tab, so that they outlive a reload. Where the browser has no room
 * left for them, they stay on the page alone.
 */
export function keepDraft(key: string, draft: unknown): void {
  try {
    keepInTab(key, draft)
  } catch {
    keepInTab(key, undefined)
  }
}

/** Returns the kept changes; undefined if there are none, or they don't fit the schema. */
export const keptDraft = readFromTab

/** Deletes unsaved changes. */
export function forgetDraft(key: string): void {
  keepInTab(key, undefined)
}
