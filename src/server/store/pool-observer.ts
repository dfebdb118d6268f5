/** Gets the times of a pool's connections and statements, in seconds. */
export interface PoolObserver {
  connectionTaken(waitSeconds: number): void
  connectionReleased(): void
  statementEnded(outcome: 'ok' | 'error', seconds: number): void
}

/** The seconds since a time of `performance.now()`. */
export const secondsSince = (since: number): number => (performance.now() - since) / 1000
