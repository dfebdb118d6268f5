import type { ApiError } from '@/console/api/api-error'
import type { ApiResponse } from '@/console/api/client'
import type { Edit } from '@/console/edits/edits'
import type { KeptEdits } from '@/console/edits/kept-edits'
import type { MemberPath } from '@/console/edits/member-path'
import type { Rebased } from '@/console/edits/rebase'

/** A record with the user's edits of it. */
export interface EditedRecord<Saved> {
  /** The record that the edits are made to. */
  base: ApiResponse<Saved>
  edits: readonly Edit[]
  /** The record as it was last read: what someone else saved meanwhile is merged from it. */
  latest?: ApiResponse<Saved> | undefined
  /** The edits that were unsaved when the page was reloaded; their conflicts are shown first. */
  kept: KeptEdits | undefined
}

/** How a record of a kind is read, and how its edits are sent. */
export interface RecordStore<Saved> {
  valueAt: (record: Saved, path: MemberPath) => unknown
  /** Splits the edits if they need several requests, which are sent one after the other. */
  partsOf?: (edits: readonly Edit[]) => Edit[][]
  /** Sends edits of a record, with its ETag. */
  send: (record: ApiResponse<Saved>, edits: readonly Edit[]) => Promise<ApiResponse<Saved>>
  /** Reads the record again. */
  read: () => Promise<ApiResponse<Saved>>
}

/** What the page does when a save, or that of someone else, changes the record or its edits. */
export interface SaveEvents<Saved> {
  /** Continues with these edits on a newer record. */
  onRebase: (record: ApiResponse<Saved>, edits: readonly Edit[]) => void
  /**
   * @param later the edits made after the save was sent, which are not saved yet
   * @param sent the saved edits
   */
  onSaved: (record: ApiResponse<Saved>, later: readonly Edit[], sent: readonly Edit[]) => void
  onError?: ((error: ApiError) => void) | undefined
  /** Someone else has saved all the edits, which a notification says. */
  onNothingLeft?: (() => void) | undefined
}

/** The user's edits, rebased onto a record that someone else has saved in the meantime. */
export interface Merge<Saved> extends Rebased {
  theirs: ApiResponse<Saved>
}
