import type { AuthorizationServer } from 'oauth4webapi'
import type { Limits } from '@/contract/limits'
import type { Database } from '@/server/store/database'
import type { DatabaseClock } from '@/server/store/database-clock'
import type { AuthCache } from './auth-cache'
import type { CallerIdentity, WorkspaceToken } from './caller'
import type { ChangeFeed } from './change-feed'
import type { IdempotencyClaim } from './idempotency-claim'
import type { Meter } from './meter'
import type { KeySets, Published } from './published'
import type { Retention } from './retention'
import type { RoleRule } from './role-rules'
import type { SecretBox } from './secrets/secret-box'
import type { ServerTokens } from './secrets/server-tokens'
import type { Signer } from './secrets/signer'
import type { UsageLog } from './usage-log'
import type { WorkspaceTurns } from './workspace-turns'

/** The log of the application. Facts never contain secrets, tokens or bodies. */
export interface Log {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** A demo that runs in its user's browser. */
interface BrowserDemo {
  /** Where its data is stored: in the browser, or in memory until its last tab is closed. */
  storage: 'browser' | 'memory'
  /** Replaces the database by a prepared copy of the demo data. */
  restore(): Promise<void>
}

export interface DemoAccess {
  /** Whether anyone may use the operations of the demo, or only this machine. */
  isPublic: boolean
  browser?: BrowserDemo | undefined
}

interface Mail {
  id: string
  subject: string
  text: string
  html: string
  /** All recipients of the configuration if absent. */
  recipients?: readonly string[] | undefined
}

/** Sends e-mails to the recipients of the configuration. */
export interface Mailer {
  /** Names the recipient of the e-mails in messages; the mail server if absent. */
  destination?: string | undefined
  /**
   * @returns the recipients for whom the mail server accepts the e-mail later; undefined if none
   * @throws when the mail server does not accept the e-mail
   */
  send(mail: Mail): Promise<{ recipients: readonly string[]; reason: string } | undefined>
}

/**
 * Copies operator limits to the instance that owns a workspace.
 * @throws when the instance could not be reached or refused them
 */
export type MirrorOperatorLimits = (mirrored: {
  serviceInstanceId: string
  workspaceId: string
  operatorLimits: Limits
}) => Promise<'mirrored' | 'unknown instance'>

/** The OpenID provider that users sign in with. */
export interface IdentityProvider {
  /** The `iss` claim of its tokens; below it is the address of its configuration. */
  issuer: string
  clientId: string
  clientSecret?: string | undefined
  /** Tokens are accepted for these `aud` claims. */
  audiences: readonly string[]
  /** Scopes requested at sign-in, separated by spaces. */
  scopes: string
  /** The name that the console shows. */
  name: string
  roles: readonly RoleRule[]
  /** Calls the provider, which may be on a private network. */
  fetch: typeof fetch
  metadata: Published<AuthorizationServer>
  keySets: KeySets
}

/** What the application depends on. Injected, so that it runs wherever web standards do. */
export interface Dependencies {
  database: Database
  /** The time that all servers of the database share. */
  clock: () => Date
  /** What `clock` is based on, to be kept synchronized; absent with an embedded database. */
  databaseClock?: DatabaseClock | undefined
  secretBox: SecretBox
  /** Absent if the demo does not run: its operations, receiver and tokens then do not exist. */
  demo?: DemoAccess | undefined
  serverTokens: ServerTokens
  /** Signs the cursors of lists. */
  cursorSigner: Signer
  /** Calls other servers under the rules for outgoing requests. */
  fetch: typeof fetch
  /** The published keys that verify tokens of workspaces, by address. */
  keySets: KeySets
  log: Log
  /** Absent if no mail server is configured. */
  mailer?: Mailer | undefined
  mirrorOperatorLimits: MirrorOperatorLimits
  retention: Retention
  /** Absent if no identity provider is configured. */
  identityProvider?: IdentityProvider | undefined
  meter: Meter
  authCache: AuthCache
  usage: UsageLog
  changes: ChangeFeed
  writeTurns: WorkspaceTurns
  addressCheckTurns: WorkspaceTurns
}

/** The context of a request that needs no token. */
export interface PublicContext extends Dependencies {
  requestId: string
}

/** What a request has done so far, for the audit log. */
interface RequestTrail {
  /** How many entries it has added to the history. */
  entries: number
  /** The workspaces whose records it has found. */
  workspaces: Set<string>
}

/** One authenticated request, as the services see it. */
export interface RequestContext extends PublicContext {
  caller: CallerIdentity
  /** The address that the request comes from, if known. */
  address?: string | undefined
  /** Absent for operators. */
  workspaceToken?: WorkspaceToken | undefined
  trail: RequestTrail
  /** Why the caller makes a change, if they say so. */
  reason?: string | undefined
  /** The `If-Match` header, if the caller sent one. */
  ifMatch?: string | undefined
  /** The claim of a request with an `Idempotency-Key`, under which it does its work. */
  idempotency?: IdempotencyClaim | undefined
}
