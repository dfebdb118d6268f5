import type { Database } from '../store/database'
import type { SecretBox } from './secret-box'

/** What the application is handed from outside, so that it runs wherever web standards do. */
export interface Platform {
  database: Database
  clock: () => Date
  secretBox: SecretBox
  fetch: typeof fetch
}

/** Who calls, as its token tells. An operator belongs to no workspace. */
export type CallerIdentity =
  | { role: 'operator'; name: string }
  | { role: 'admin'; name: string; workspaceId: string }
  | { role: 'tenant'; name: string; workspaceId: string; tenantId: string }
  | { role: 'reader'; name: string; workspaceId: string }

/** One authenticated request, as the services see it. */
export interface Call extends Platform {
  caller: CallerIdentity
  requestId: string
  /** The `If-Match` header, where the caller sent one. */
  ifMatch?: string | undefined
}
