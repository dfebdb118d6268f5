import type { Change } from '@/contract/changes'

/** Reports changes in workspaces, including those by other servers and jobs. */
export interface ChangeFeed {
  /**
   * Yields a batch of changes after every check, about once a second; an empty one if nothing
   * changed. Ends when the server stops, or when the reader is so slow that changes pile up.
   * @param tenantId the tenant that watches, if it is one
   * @throws rate_limit_exceeded when the workspace or the tenant has too many watchers
   */
  watch(workspaceId: string, tenantId?: string): AsyncIterable<readonly Change[]>
  /** Checks at once, because this server has just written. */
  checkNow(): void
  /** Ends everything that `watch` returned. */
  close(): void
}
