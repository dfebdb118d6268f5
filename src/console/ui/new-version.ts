import { lazy, type ComponentType, type LazyExoticComponent } from 'react'

/** Why a part of the console could not be loaded: its file is gone, or there is no network. */
export type LoadFailure = 'gone' | 'offline'

let failure: LoadFailure | undefined
let reloading = false
const listeners = new Set<() => void>()

function setFailure(next: LoadFailure | undefined): void {
  failure = next
  for (const listener of listeners) listener()
}

export function currentLoadFailure(): LoadFailure | undefined {
  return failure
}

export function subscribeToLoadFailure(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Shows the notice that a reload is needed. A file of the console is gone when a deployment has
 * replaced it with one of another name.
 */
export function reportLoadFailure(): void {
  setFailure(navigator.onLine ? 'gone' : 'offline')
}

export function dismissLoadFailure(): void {
  setFailure(undefined)
}

/**
 * Loads a part of the console that is in a file of its own, and reports when that fails.
 * @throws an error to show where the part would have been
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    reportLoadFailure()
    throw new Error('This part of the console could not be loaded. Reload the page', { cause })
  }
}

/** A component in a file of its own, loaded when it is first rendered. Render it in a `LoadedPart`. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadPart(load))
}

/** Whether an error says that a file of the console could not be loaded, in any browser’s words. */
export function isLoadError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(
      error.message,
    )
  )
}

/** Reloads the page without asking about unsaved changes: they are kept in the tab. */
export function reloadKeepingChanges(): void {
  reloading = true
  window.location.reload()
}

/** Whether the page is being reloaded by `reloadKeepingChanges`. */
export function isReloading(): boolean {
  return reloading
}
