import { pause } from '@/console/browser/pause'
import { serverTime } from '@/console/browser/server-time'
import {
  currentSession,
  onSessionChange,
  setQuietRenewal,
  setSession,
} from '@/console/session/current-session'
import { continuedSession, type Session } from '@/console/session/session'
import { singleSignOnOperations } from '@/contract/single-sign-on'
import { toApiError } from './api-error'
import { responseOf } from './client'
import { anonymous } from './send'
import { sessionFrom } from './single-sign-on'

/** How long the session that another tab renewed may take to arrive. */
const arrivalMilliseconds = 150

/**
 * Lets one tab at a time renew: a refresh token that is used twice ends the session at some
 * providers.
 */
async function inOneTab(renew: () => Promise<boolean>): Promise<boolean> {
  // Absent on pages that are served without TLS.
  if (!('locks' in navigator)) return renew()
  const name = 'signalbox-renewal'
  const first = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? undefined : { isRenewed: await renew() },
  )
  if (first !== undefined) return first.isRenewed
  return navigator.locks.request(name, async () => {
    await pause(arrivalMilliseconds)
    return renew()
  })
}

let renewing: Promise<boolean> | undefined

/** Renews the session by its refresh token. Resolves to whether there is a new one. */
export function renewQuietly(): Promise<boolean> {
  const before = currentSession()
  renewing ??= inOneTab(async () => {
    const session = currentSession()
    if (session?.token !== before?.token) return session !== undefined
    const renewal = session?.account?.renewal
    if (session?.account === undefined || renewal === undefined) return false
    const { baseUrl, token, account } = session
    try {
      const renewed = await responseOf(
        singleSignOnOperations.renewSingleSignOn,
        { body: { renewal } },
        anonymous(baseUrl),
      )
      // The user may have chosen another workspace meanwhile.
      const now = currentSession()
      if (now?.token === token) setSession(continuedSession(now, sessionFrom(baseUrl, renewed)))
      return true
    } catch (error) {
      const { status } = toApiError(error)
      const now = currentSession()
      // The provider or the server says no: from now on only the user can.
      if ((status === 401 || status === 403) && now?.token === token)
        setSession({ ...now, account: { ...account, renewal: undefined } })
      return false
    }
  }).finally(() => (renewing = undefined))
  return renewing
}

/** The share of its life after which a token is renewed, and the least time in between. */
const renewAfter = 0.8
const minPauseMilliseconds = 5000

let timer: ReturnType<typeof setTimeout> | undefined

function scheduleRenewal(session: Session | undefined): void {
  clearTimeout(timer)
  const { renewal, expiresAt } = session?.account ?? {}
  if (renewal === undefined || expiresAt === undefined) return
  const left = Date.parse(expiresAt) - serverTime()
  timer = setTimeout(
    () =>
      void renewQuietly().then((isRenewed) => {
        // The server can't be reached, for instance; a 401 tries again too.
        if (!isRenewed) scheduleRenewal(currentSession())
      }),
    Math.max(minPauseMilliseconds, left * renewAfter),
  )
}

/** Renews sessions of the identity provider before they expire, without the user. */
export function keepSessionsRenewed(): void {
  setQuietRenewal(renewQuietly)
  onSessionChange(scheduleRenewal)
  scheduleRenewal(currentSession())
}
