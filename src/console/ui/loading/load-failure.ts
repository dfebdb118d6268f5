import { pause } from '@/console/browser/pause'
import { fileAddress } from '@/console/browser/site'
import { createStore, useStore } from '@/console/browser/store'
import { reloadStyleSheets } from '../page/style-sheets'

/** Why a part of the console could not be loaded: its file is gone, or the server unreachable. */
export type LoadFailure = 'gone' | 'unreachable'

const maxCheckMilliseconds = 5000
const checkPauseMilliseconds = 1500

const failure = createStore<LoadFailure | undefined>(undefined)
/** How often the server has responded again after something could not be loaded. */
const returns = createStore(0)
let reloading = false

/**
 * Whether the server of the console responds. Whether the browser is online does not matter: it may
 * be online but unable to reach the server, or offline with a server on this computer.
 */
async function isHostReachable(): Promise<boolean> {
  const signal = AbortSignal.timeout(maxCheckMilliseconds)
  const request = { cache: 'no-store', redirect: 'manual', signal } as const
  return fetch(fileAddress('/favicon.svg'), request).then(
    ({ status }) => status < 500,
    () => false,
  )
}

/** A request can fail without a network, and the page learn of it only once the network is back. */
const lateMilliseconds = 1000
let onlineAt = Number.NEGATIVE_INFINITY
if (typeof window !== 'undefined') addEventListener('online', () => (onlineAt = performance.now()))

/** Returns why a file is missing whose failure is reported now. */
async function currentFailure(): Promise<LoadFailure> {
  const isLate = performance.now() - onlineAt < lateMilliseconds
  return !isLate && (await isHostReachable()) ? 'gone' : 'unreachable'
}

let returning: Promise<void> | undefined

/** Waits until the server responds again, so that what could not be loaded can be. */
export function untilHostReturns(): Promise<void> {
  returning ??= (async () => {
    while (!(await isHostReachable())) await pause(checkPauseMilliseconds)
    returning = undefined
    reloadStyleSheets()
    if (failure.get() === 'unreachable') failure.set(undefined)
    returns.set(returns.get() + 1)
  })()
  return returning
}

/** Returns a number that changes when the server responds again. */
export function useHostReturns(): number {
  return useStore(returns)
}

/** Calls a listener once, when the server responds again. */
export function onHostReturn(listener: () => void): void {
  const stop = returns.subscribe(() => {
    stop()
    listener()
  })
}

function showFailure(found: LoadFailure): void {
  failure.set(found)
  if (found === 'unreachable') void untilHostReturns()
}

/** Returns why the page has to be reloaded; undefined if it need not. */
export function useLoadFailure(): LoadFailure | undefined {
  return useStore(failure)
}

/**
 * Shows the notice that a reload is needed: a deployment replaces the files of the console with
 * others of different names.
 */
export function reportLoadFailure(): void {
  void currentFailure().then(showFailure)
}

/** Hides that notice until the next failure. */
export function dismissLoadFailure(): void {
  failure.set(undefined)
}

/** Whether an error means that a file of the console could not be loaded, in any browser. */
export function isLoadError(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(
      error.message,
    )
  )
}

/**
 * Reports an error that React recovered from by rendering the page again, unless a file was missing
 * only the first time: it has arrived in between, and the user saw nothing of it.
 */
export function reportRecoveredError(error: unknown): void {
  if (error instanceof Error && isLoadError(error.cause)) return
  reportError(error)
}

const pageFailures = new WeakMap<object, Promise<LoadFailure>>()

/** Returns why the file of a page could not be loaded. */
export async function loadFailureOf(error: Error): Promise<LoadFailure> {
  return pageFailures.get(error) ?? currentFailure()
}

/**
 * Keeps the router from reloading the page when it can't load the file of a route, which it
 * recognizes by the beginning of the message: without the server, the error page of the browser
 * would replace the console.
 */
export function stayWithoutFiles(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    payload.message = `A page could not be loaded. ${payload.message}`
    pageFailures.set(payload, currentFailure())
  })
}

/**
 * Reloads the page without asking about unsaved changes, since the tab keeps them. Without the
 * server it only says so: the browser's own error page would replace the console.
 */
export async function reloadKeepingChanges(): Promise<void> {
  if (!(await isHostReachable())) {
    showFailure('unreachable')
    return
  }
  reloading = true
  window.location.reload()
}

/** Whether the page is being reloaded by `reloadKeepingChanges`. */
export function isReloading(): boolean {
  return reloading
}
