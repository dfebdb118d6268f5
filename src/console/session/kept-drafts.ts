import type { z } from 'zod'
import { keepInTab, readFromTab } from './tab-storage'

const prefix = 'signalbox-draft '

/**
 * The key that unsaved changes of a page are kept under: its path below the workspace, and for a
 * dialog of the page its name.
 */
export function draftKey(workspaceId: string, page: string, dialog = ''): string {
  return `${prefix}/w/${workspaceId}/${page} ${dialog}`
}

function keysOfPage(pathname: string): string[] {
  return Object.keys(sessionStorage).filter((key) =>
    key.startsWith(`${prefix}${pathname.replace(/\/+$/, '')} `),
  )
}

/**
 * The unsaved changes that are kept for a page and its dialogs, as JSON; undefined when none are.
 */
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

/** The kept changes; undefined when there are none, or they are not what the schema describes. */
export function keptDraft<Schema extends z.ZodType>(
  key: string,
  schema: Schema,
): z.output<Schema> | undefined {
  return readFromTab(key, schema)
}

/** Deletes unsaved changes. */
export function forgetDraft(key: string): void {
  keepInTab(key, undefined)
}
