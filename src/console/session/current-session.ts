import { keepInTab, readFromTab } from '@/console/browser/tab-storage'
import { sessionSchema, type Session } from './session'
import { forgetActions } from './user-action'

const storageKey = 'signalbox-session'

let current: Session | undefined = readFromTab(storageKey, sessionSchema)
/** One renewal at a time, however many requests wait for it. */
let renewal:
  | {
      done: Promise<boolean>
      settle: (renewed: boolean) => void
      /** Why the server refused the token, in its words. */
      reason: string | undefined
    }
  | undefined
/** The server rejects the session's token, and the user chose not to sign in yet. */
let expired = false
const listeners = new Set<() => void>()

type SessionListener = (session: Session | undefined, before: Session | undefined) => void
const sessionListeners = new Set<SessionListener>()

function notify(): void {
  for (const listener of listeners) listener()
}

/** Returns the session of this tab; undefined when signed out. */
export function currentSession(): Session | undefined {
  return current
}

function keep(session: Session | undefined): void {
  current = session
  try {
    keepInTab(storageKey, session)
  } catch {
    // The storage is full: the session then ends with the page.
  }
}

/** Notes the workspace of the page, which users of the identity provider have their role in. */
export function selectWorkspace(workspaceId: string): void {
  if (current?.account === undefined || current.account.role === 'operator') return
  if (current.workspaceId === workspaceId) return
  const name = current.account.workspaces.find(({ id }) => id === workspaceId)?.name
  keep({ ...current, workspaceId, workspaceName: name })
  notify()
}

/** Signs in, or out without a session. Requests that waited for a new token continue. */
export function setSession(session: Session | undefined): void {
  const before = current
  keep(session)
  expired = false
  for (const listener of sessionListeners) listener(session, before)
  renewal?.settle(session !== undefined)
  renewal = undefined
  notify()
}

/** Calls the listener whenever the session, its renewal or its expiry changes. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls the listener on every sign-in, sign-out and renewal. */
export function onSessionChange(listener: SessionListener): void {
  sessionListeners.add(listener)
}

/** Renews a session without the user. Resolves to whether it did. */
type QuietRenewal = () => Promise<boolean>
let quietRenewal: QuietRenewal | undefined

/** Sets what renews sessions of the identity provider. */
export function setQuietRenewal(renew: QuietRenewal): void {
  quietRenewal = renew
}

/**
 * Gets a new token: quietly where possible, or else from the user, in place. Resolves to whether
 * there is one.
 * @param reason why the server refused the token, in its words
 */
export function renewSession(reason?: string): Promise<boolean> {
  const renew = current?.account?.renewal === undefined ? undefined : quietRenewal
  if (renew === undefined || renewal !== undefined) return askUser(reason)
  return renew().then((isRenewed) => isRenewed || askUser(reason))
}

function askUser(reason: string | undefined): Promise<boolean> {
  if (renewal === undefined) {
    let settle: (renewed: boolean) => void = () => {}
    const done = new Promise<boolean>((resolve) => (settle = resolve))
    renewal = { done, settle, reason }
    notify()
  } else if (renewal.reason === undefined && reason !== undefined) {
    renewal.reason = reason
    notify()
  }
  return renewal.done
}

/** Whether the user is asked to sign in again. */
export function isRenewing(): boolean {
  return renewal !== undefined
}

/** Returns why the server refused the token, while the user is asked to sign in again. */
export function renewalReason(): string | undefined {
  return renewal?.reason
}

let declines = 0

/** How many times the user has closed the sign-in dialog. */
export function declineCount(): number {
  return declines
}

/** The user closed the sign-in dialog. They are asked again when they do something. */
export function declineRenewal(): void {
  declines += 1
  expired = current !== undefined
  forgetActions()
  renewal?.settle(false)
  renewal = undefined
  notify()
}

/** Whether the token is rejected and the user has declined to sign in again. */
export function isExpired(): boolean {
  return expired
}

/** The server accepts the token again: the workspace was restored, for instance. */
export function endExpiry(): void {
  if (!expired) return
  expired = false
  notify()
}

/** Waits until the session is renewed. @throws AbortError when the signal is aborted first */
export function untilRenewed(signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      unsubscribe()
      signal?.removeEventListener('abort', onAbort)
      settle()
    }
    const onAbort = () =>
      end(() => reject(new DOMException('The request was cancelled', 'AbortError')))
    const unsubscribe = subscribe(() => {
      if (!expired) end(resolve)
    })
    signal?.addEventListener('abort', onAbort)
    if (signal?.aborted === true) onAbort()
    else if (!expired) end(resolve)
  })
}
