import { z } from 'zod'
import { sitePath } from '@/console/browser/site'
import {
  currentSession,
  isExpired,
  isRenewing,
  onSessionChange,
  setSession,
  subscribe,
} from './current-session'
import { findRenewalIssue } from './renewal-issue'
import { continuedSession, sessionSchema, type Session } from './session'

/** Another console of this origin, below another path, has its own sessions. */
const channelName = `signalbox-session ${sitePath}`
const signedOutKey = 'signalbox-signed-out'
/** Held, together, by the tabs whose session new tabs get. */
const lockName = channelName
/**
 * How long a tab may take to answer that is known to be there: it may be busy, or throttled in the
 * background.
 */
const maxWaitMilliseconds = 5000
/** How long to wait where a tab can't know whether there are others. */
const unsureWaitMilliseconds = 400

const messageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request') }),
  z.object({ kind: z.enum(['session', 'answer']), session: sessionSchema }),
  z.object({ kind: z.literal('sign out') }),
])
type Message = z.infer<typeof messageSchema>

let channel: BroadcastChannel | undefined
const foreignListeners = new Set<(session: Session) => void>()
const signOutListeners = new Set<() => void>()

/** Calls the listener with sessions of other tabs that do not continue this one by themselves. */
export function onForeignSession(listener: (session: Session) => void): () => void {
  foreignListeners.add(listener)
  return () => foreignListeners.delete(listener)
}

/** Calls the listener when another tab asks this one to sign out. */
export function onSignOutRequest(listener: () => void): () => void {
  signOutListeners.add(listener)
  return () => signOutListeners.delete(listener)
}

function post(message: Message): void {
  // A broadcast channel reaches only its own origin.
  channel?.postMessage(message)
}

function read({ data }: MessageEvent): Message | undefined {
  return messageSchema.safeParse(data).data
}

/** Whether a session is a later one of the same user of the identity provider. */
function isLaterAccount({ account }: Session, { account: later }: Session): boolean {
  return (
    account !== undefined &&
    later?.subject === account.subject &&
    Date.parse(later.expiresAt) > Date.parse(account.expiresAt)
  )
}

/** Whether new tabs get the session of this one. */
const isShared = () => currentSession() !== undefined && !isExpired() && !isRenewing()

let releaseLock: (() => void) | undefined

/** Holds the lock while new tabs get the session of this one. */
function holdLock(): void {
  if (!isShared()) {
    releaseLock?.()
    releaseLock = undefined
  } else if (releaseLock === undefined) {
    const released = new Promise<void>((resolve) => (releaseLock = resolve))
    void navigator.locks.request(lockName, { mode: 'shared' }, () => released)
  }
}

/** Returns how long other tabs may take to answer. */
async function maxWait(): Promise<number> {
  if (!('locks' in navigator)) return unsureWaitMilliseconds
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockName) ? maxWaitMilliseconds : 0
}

/** Shares the session with the other tabs of this browser: new tabs get it, renewals reach all. */
export function shareSession(): void {
  if (channel !== undefined || typeof BroadcastChannel === 'undefined') return
  channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', (event) => {
    const message = read(event)
    const session = currentSession()
    if (session === undefined || message === undefined) return
    if (message.kind === 'request') {
      if (isShared()) post({ kind: 'answer', session })
      return
    }
    if (message.kind === 'sign out') {
      for (const listener of signOutListeners) listener()
      return
    }
    // Only the tab that asked needs it.
    if (message.kind === 'answer') return
    const renewed = continuedSession(session, message.session)
    if (
      (isExpired() || isRenewing() || isLaterAccount(session, renewed)) &&
      renewed.baseUrl === session.baseUrl &&
      // Only the same principal continues by itself: anyone else has to choose to.
      findRenewalIssue(session, renewed, true) === undefined
    )
      setSession(renewed)
    else for (const listener of foreignListeners) listener(message.session)
  })
  onSessionChange((session, before) => {
    if (session === undefined) sessionStorage.setItem(signedOutKey, 'true')
    else sessionStorage.removeItem(signedOutKey)
    // A sign-in with the identity provider may continue a session of another tab.
    if (session !== undefined && (before !== undefined || session.account !== undefined))
      post({ kind: 'session', session })
  })
  // Absent on pages that are served without TLS.
  if (!('locks' in navigator)) return
  subscribe(holdLock)
  holdLock()
}

/** Returns the session of another tab; undefined if none responds. */
async function askOtherTabs(): Promise<Session | undefined> {
  const milliseconds = await maxWait()
  return new Promise((resolve) => {
    const end = (session: Session | undefined) => {
      channel?.removeEventListener('message', listen)
      clearTimeout(timer)
      resolve(session)
    }
    const listen = (event: MessageEvent) => {
      const message = read(event)
      if (message?.kind === 'answer') end(message.session)
    }
    const timer = setTimeout(() => end(undefined), milliseconds)
    channel?.addEventListener('message', listen)
    post({ kind: 'request' })
  })
}

/** Whether the user signed out in this tab. */
const hasSignedOut = () => sessionStorage.getItem(signedOutKey) !== null

/**
 * Returns the session of this tab, or else that of another tab of this browser. A user who signed
 * out in this tab stays signed out.
 */
export async function findSession(): Promise<Session | undefined> {
  const own = currentSession()
  if (own !== undefined || channel === undefined || hasSignedOut()) return own
  const shared = await askOtherTabs()
  if (shared !== undefined && currentSession() === undefined) setSession(shared)
  return currentSession()
}

/** Returns a session that another tab keeps after the user signed out in this one. */
export async function findRemainingSession(): Promise<Session | undefined> {
  return hasSignedOut() ? askOtherTabs() : undefined
}

/** Signs out in the other tabs. Those with unsaved changes ask before they do. */
export function signOutOtherTabs(): void {
  post({ kind: 'sign out' })
}
