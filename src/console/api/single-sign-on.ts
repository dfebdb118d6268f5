import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { keepInTab, readFromTab } from '@/console/browser/tab-storage'
import { setSession } from '@/console/session/current-session'
import type { Session } from '@/console/session/session'
import {
  callbackPath,
  singleSignOnOperations,
  type ProviderSession,
} from '@/contract/single-sign-on'
import { ApiError } from './api-error'
import { responseOf } from './client'
import { keyOf } from './queries'
import { anonymous } from './send'

const attemptKey = 'signalbox-sign-in-attempt'
const attemptSchema = z.object({
  baseUrl: z.string(),
  attempt: z.string(),
  next: z.string().optional(),
  isPopup: z.boolean(),
})

/** Returns the query of the identity provider of a server, if it has one. */
export function singleSignOnQuery(baseUrl: string) {
  return queryOptions({
    queryKey: [...keyOf(singleSignOnOperations.getSingleSignOn), baseUrl],
    queryFn: ({ signal }) => {
      const { getSingleSignOn } = singleSignOnOperations
      return responseOf(getSingleSignOn, {}, { ...anonymous(baseUrl), signal })
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
  const { attempt, authorizationUri } = await responseOf(
    singleSignOnOperations.startSingleSignOn,
    {
      body: {
        redirectUri: new URL(callbackPath, window.location.origin).href,
        ...(asksAgain ? { prompt: 'login' } : {}),
      },
    },
    anonymous(start.baseUrl),
  )
  keepInTab(attemptKey, { ...start, attempt })
  window.location.assign(authorizationUri)
}

/** Returns the session of a user whom the identity provider has signed in. */
export function sessionFrom(baseUrl: string, { token, ...account }: ProviderSession): Session {
  const [first] = account.role === 'operator' ? [] : account.workspaces
  return { baseUrl, token, workspaceId: first?.id, workspaceName: first?.name, account }
}

/** Returns how the sign-in under way was started; undefined if it was not in this tab. */
export function startedSignIn() {
  return readFromTab(attemptKey, attemptSchema)
}

let finishing: Promise<void> | undefined

/**
 * Finishes the sign-in from the address that the identity provider returned to. Runs once.
 * @throws ApiError if the sign-in was not started in this tab, or the server refuses it
 */
export function finishProviderSignIn(): Promise<void> {
  finishing ??= finish()
  return finishing
}

async function finish(): Promise<void> {
  const started = startedSignIn()
  keepInTab(attemptKey, undefined)
  if (started === undefined)
    throw new ApiError(-1, 'This sign-in was not started in this tab, or is over. Sign in again.')
  const { baseUrl, attempt } = started
  const session = await responseOf(
    singleSignOnOperations.finishSingleSignOn,
    { body: { attempt, callbackUri: window.location.href } },
    anonymous(baseUrl),
  )
  setSession(sessionFrom(baseUrl, session))
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
  try {
    const { signOutUri } = await responseOf(endSingleSignOn, { body }, anonymous(baseUrl))
    return signOutUri
  } catch {
    // The user is signed out here in any case.
    return undefined
  }
}
