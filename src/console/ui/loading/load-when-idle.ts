import type { ComponentType } from 'react'
import { lazyPart } from './load-part'

/** The longest wait for a page that never becomes idle. */
const maxWaitMilliseconds = 2000

const idle = new Promise<void>((resume) => {
  // Safari has no such callback.
  if ('requestIdleCallback' in window)
    requestIdleCallback(() => resume(), { timeout: maxWaitMilliseconds })
  else setTimeout(resume, maxWaitMilliseconds / 10)
})

/** A component that is not needed at first; it is fetched once the browser is idle. */
export function loadWhenIdle<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  return lazyPart(() => idle.then(load))
}

/** Fetches a file in advance that may be needed when it can no longer be fetched. */
export function preloadWhenIdle(load: () => Promise<unknown>): void {
  // If that fails, it is fetched again when it is needed, and a failure is reported then.
  void idle.then(load).catch(() => {})
}
