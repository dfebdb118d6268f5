import { createElement, lazy, type ComponentType } from 'react'
import { onHostReturn, reportLoadFailure } from './load-failure'

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

/**
 * Creates a component that is loaded on first render, and again once the server is back if it did
 * not respond. Render it inside a `LoadedPart`.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const attempt = () =>
    lazy(async () => {
      try {
        return await loadPart(load)
      } catch (error) {
        onHostReturn(() => (part = attempt()))
        throw error
      }
    })
  let part = attempt()
  return (props) => createElement(part, props)
}
