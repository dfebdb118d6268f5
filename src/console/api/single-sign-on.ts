import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  callbackPath,
  singleSignOnOperations,
  type ProviderSession,
} from '../../contract/single-sign-on'
import {
  continuedSession,
  currentSession,
  onSessionChange,
  setQuietRenewal,
  setSession,
  type Session,
} from '../session/session'
import { keepInTab, readFromTab } from '../session/tab-storage'
import { ApiError, toApiError } from './api-error'
import { call } from './client'
import { keyOf } from './queries'

const attemptKey = 'signalbox-sign-in-attempt'
const attemptSchema = z.object({
  baseUrl: z.string(),
  attempt: z.string(),
  next: z.string().optional(),
  isPopup: z.boolean(),
})

const anonymous = (baseUrl: string) => ({ session: { baseUrl, token: '' } })

/** Reads the identity provider that a server signs in with; none for servers that have none. */
export function singleSignOnQuery(baseUrl: string) {
  return queryOptions({
    queryKey: [...keyOf(singleSignOnOperations.getSingleSignOn), baseUrl],
    queryFn: async ({ signal }) => {
      const { getSingleSignOn } = singleSignOnOperations
      const { response } = await call(getSingleSignOn, {}, { ...anonymous(baseUrl), signal })
      return response
    },
    staleTime: Infinity,
    retry: false,
    meta: { isPublic: true },
  })
}

interface SignInStart {
  baseUrl: string
  /** The page to open afterwards. */
  next?: string | undefined
  /** Whether another window waits for the session. */
  isPopup: boolean
  /** Whether the provider asks for the credentials even if it knows the user. */
  asksAgain: boolean
}

/** Sends the user to the sign-in page of the identity provider. @throws ApiError */
export async function startProviderSignIn({ asksAgain, ...start }: SignInStart): Promise<void> {
  const { response } = await call(
    singleSignOnOperations.startSingleSignOn,
    {
      body: {
        redirectUri: new URL(callbackPath, window.location.origin).href,
        ...(asksAgain ? { prompt: 'login' } : {}),
      },
    },
    anonymous(start.baseUrl),
  )
  keepInTab(attemptKey, { ...start, attempt: response.attempt })
  window.location.assign(response.authorizationUri)
}

function sessionFrom(baseUrl: string, { token, ...account }: ProviderSession): Session {
  const [first] = account.role === 'operator' ? [] : account.workspaces
  return { baseUrl, token, workspaceId: first?.id, workspaceName: first?.name, account }
}

let finishing: Promise<{ next: string | undefined; isPopup: boolean }> | undefined

/**
 * Finishes the sign-in from the address that the identity provider returned to. Runs once.
 * @throws ApiError if the sign-in was not started in this tab, or the server refuses it
 */
export function finishProviderSignIn() {
  finishing ??= finish()
  return finishing
}

async function finish(): Promise<{ next: string | undefined; isPopup: boolean }> {
  const started = readFromTab(attemptKey, attemptSchema)
  keepInTab(attemptKey, undefined)
  if (started === undefined)
    throw new ApiError(-1, 'This sign-in was not started in this tab, or is over. Sign in again.')
  const { baseUrl, attempt, next, isPopup } = started
  const { response } = await call(
    singleSignOnOperations.finishSingleSignOn,
    { body: { attempt, callbackUri: window.location.href } },
    anonymous(baseUrl),
  )
  setSession(sessionFrom(baseUrl, response))
  return { next, isPopup }
}

/**
 * Ends a session at the identity provider. Returns the page where the provider signs out, if any.
 */
export async function endProviderSession({
  baseUrl,
  token,
  account,
}: Session): Promise<string | undefined> {
  const returnUri = new URL('/sign-in', window.location.origin).href
  const body = { token, renewal: account?.renewal, returnUri }
  const { endSingleSignOn } = singleSignOnOperations
  const { response } = await call(endSingleSignOn, { body }, anonymous(baseUrl)).catch(() => ({
    // The user is signed out here in any case.
    response: { signOutUri: undefined },
  }))
  return response.signOutUri
}

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
    await new Promise((resume) => setTimeout(resume, arrivalMilliseconds))
    return renew()
  })
}

let renewing: Promise<boolean> | undefined

/** Renews the session by its refresh token. Resolves to whether there is a new one. */
function renewQuietly(): Promise<boolean> {
  const before = currentSession()
  renewing ??= inOneTab(async () => {
    const session = currentSession()
    if (session?.token !== before?.token) return session !== undefined
    const renewal = session?.account?.renewal
    if (session?.account === undefined || renewal === undefined) return false
    const { baseUrl, account } = session
    try {
      const { response } = await call(
        singleSignOnOperations.renewSingleSignOn,
        { body: { renewal } },
        anonymous(baseUrl),
      )
      if (currentSession() === session)
        setSession(continuedSession(session, sessionFrom(baseUrl, response)))
      return true
    } catch (error) {
      const { status } = toApiError(error)
      // The provider or the server says no: from now on only the user can.
      if ((status === 401 || status === 403) && currentSession() === session)
        setSession({ ...session, account: { ...account, renewal: undefined } })
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
  const left = Date.parse(expiresAt) - Date.now()
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
