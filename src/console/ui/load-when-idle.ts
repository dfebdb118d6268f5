import type { ComponentType, LazyExoticComponent } from 'react'
import { lazyPart } from './new-version'

/** How long a page that never rests is waited for. */
const maxWaitMilliseconds = 2000

const idle = new Promise<void>((resume) => {
  // Safari has no such callback.
  if ('requestIdleCallback' in window)
    requestIdleCallback(() => resume(), { timeout: maxWaitMilliseconds })
  else setTimeout(resume, maxWaitMilliseconds / 10)
})

/** What a page can do without at first: it is fetched once the browser has nothing else to do. */
export function loadWhenIdle<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazyPart(() => idle.then(load))
}

/** Fetches what may be needed when it can't be fetched any more. */
export function preloadWhenIdle(load: () => Promise<unknown>): void {
  // Where it fails it is fetched, and its absence reported, when it is needed.
  void idle.then(load).catch(() => {})
}
