/**
 * How far a bulk operation is: its preview is loading or there, its requests are running, its
 * results are there, or it is being undone.
 */
export type BulkStage = 'checking' | 'ready' | 'running' | 'done' | 'undoing'

/** Whether the results are there. */
export const isDone = (stage: BulkStage): boolean => stage === 'done' || stage === 'undoing'

/** Whether requests are running, whose results would be lost. */
export const isBusy = (stage: BulkStage): boolean => stage === 'running' || stage === 'undoing'
