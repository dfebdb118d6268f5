import type { Database } from '../store/database'
import type { Mailer } from '../notifications/send-emails'
import type { IdempotencyClaim } from './idempotency-claim'
import type { Meter } from '../limits/meter'
import type { UsageRecorder } from '../limits/usage-recorder'
import type { SecretBox } from './secret-box'
import type { MirrorOperatorLimits } from '../services/workspaces/mirror-operator-limits'
import type { AuthCache } from '../services/tokens/auth-cache'
import type { ServerTokens } from '../services/tokens/server-tokens'

/** Where the application tells what happens. Facts never hold a secret, a token or a body. */
export interface Log {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

/** Who may use the operations of the demo: everybody, or this machine alone. */
export interface DemoAccess {
  isPublic: boolean
}

/** What the application is handed from outside, so that it runs wherever web standards do. */
export interface Dependencies {
  database: Database
  clock: () => Date
  secretBox: SecretBox
  /** Absent where the demo does not run: its operations, receiver and tokens do not exist then. */
  demo?: DemoAccess | undefined
  serverTokens: ServerTokens
  /** Calls other servers, by the rules for outgoing requests. */
  fetch: typeof fetch
  log: Log
  /** Absent where no mail server is configured. */
  mailer?: Mailer | undefined
  mirrorOperatorLimits: MirrorOperatorLimits
  /** Counts what limits allow. */
  meter: Meter
  /** Whom tokens are of; absent where other servers share the database, since they may write too. */
  authCache?: AuthCache | undefined
  /** What was used of limits, until it is written. */
  usage: UsageRecorder
}

/** A request whose caller needs no token. */
export interface PublicContext extends Dependencies {
  requestId: string
  /** Where the request comes from, where that is known. */
  address?: string | undefined
}

/** Who calls, as its token tells. An operator belongs to no workspace. */
export type CallerIdentity =
  | { role: 'operator'; name: string }
  | { role: 'admin'; name: string; workspaceId: string }
  | { role: 'tenant'; name: string; workspaceId: string; tenantId: string }
  | { role: 'reader'; name: string; workspaceId: string }

/** The token of a caller who belongs to a workspace. */
export interface WorkspaceToken {
  /** The token generation of the workspace at the time the token was verified. */
  generation: number
  /** Issued by the server, not signed by who holds the secret or a key of the workspace. */
  isIssued: boolean
}

/** One authenticated request, as the services see it. */
export interface RequestContext extends PublicContext {
  caller: CallerIdentity
  /** Absent for operators. */
  workspaceToken?: WorkspaceToken | undefined
  /** The `If-Match` header, where the caller sent one. */
  ifMatch?: string | undefined
  /** Where the request may be repeated: what it does is done under this claim. */
  idempotency?: IdempotencyClaim | undefined
}
