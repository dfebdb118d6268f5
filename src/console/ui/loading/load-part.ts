import { lazy, type ComponentType, type LazyExoticComponent } from 'react'
import { reportLoadFailure } from './load-failure'

/**
 * Loads a part of the console from its own file, and reports a failure.
 * @throws an error to show in place of the part
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    reportLoadFailure()
    throw new Error('This part of the console could not be loaded. Reload the page', { cause })
  }
}

/** Creates a component that is loaded on first render. Render it inside a `LoadedPart`. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadPart(load))
}
