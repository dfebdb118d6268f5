import type { Database } from '@/server/store/database'
import type { DatabaseClock } from '@/server/store/database-clock'
import type { AuthCache } from './access/auth-cache'
import type { CallerIdentity, VerifiedToken } from './access/caller'
import type { ChangeFeed } from './ports/change-feed'
import type { DemoAccess } from './ports/demo-access'
import type { IdentityProvider } from './ports/identity-provider'
import type { Log } from './ports/log'
import type { Mailer } from './ports/mailer'
import type { Meter } from './ports/meter'
import type { MirrorOperatorLimits } from './ports/mirror-operator-limits'
import type { UsageLog } from './ports/usage-log'
import type { KeySets } from './published'
import type { Retention } from './retention'
import type { SecretBox } from './secrets/secret-box'
import type { ServerTokens } from './secrets/server-tokens'
import type { Signer } from './secrets/signer'
import type { OncePer } from './time/once-per'
import type { WorkspaceTurns } from './workspace-turns'
import type { IdempotencyClaim } from './writes/idempotency-claim'

/** What the application depends on. Injected, so that it runs wherever web standards do. */
export interface Dependencies {
  /**
   * The pool: that of requests in a request, that of jobs in a job. In a transaction, use the
   * transaction instead: statements of the pool neither see its changes nor are undone with it.
   */
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
  /** Remembers the events that are recorded once in a while. */
  oncePer: OncePer
  changes: ChangeFeed
  writeTurns: WorkspaceTurns
  addressCheckTurns: WorkspaceTurns
}

/** The context of a request that needs no token. */
export interface PublicContext extends Dependencies {
  requestId: string
}

/** What a request has done so far, for the history. */
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
  verifiedToken?: VerifiedToken | undefined
  trail: RequestTrail
  /** Why the caller makes a change, if they say so. */
  reason?: string | undefined
  /** The `If-Match` header, if the caller sent one. */
  ifMatch?: string | undefined
  /** The claim of a request with an `Idempotency-Key`, under which it does its work. */
  idempotency?: IdempotencyClaim | undefined
}
