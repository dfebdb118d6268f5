import type { Change } from '../../contract/changes'

/** Finds out what changes in workspaces, whichever server or job changes it. */
export interface ChangeFeed {
  /**
   * Yields what changed at every check, about once a second: an empty batch where nothing did. Ends
   * when the server stops, or when the reader is so slow that changes pile up.
   * @throws rate_limit_exceeded when the workspace is watched too often already
   */
  watch(workspaceId: string): AsyncIterable<readonly Change[]>
  /** Checks now: this server has just written. */
  checkNow(): void
  /** Ends all that `watch` returned. */
  close(): void
}
