import type { Workspace } from '../../contract/workspaces'
import { isSwitchable, stateOf, type AlertRow } from './alert-rows'
import { draftEntries, draftsFrom, type DraftRules, type Drafts } from './drafts'
import { editAt, type Edit } from './edits'
import { channelPath, type Channel } from './member-path'

/** Returns the edits that the drafts make. */
export function editsOf(workspace: Workspace, drafts: Drafts<boolean>): Edit[] {
  return draftEntries(drafts).flatMap(([path, isOn]) => editAt(workspace, path, isOn))
}

/** Converts between switches of the matrix and edits of the workspace. */
export const draftRules: DraftRules<boolean> = {
  page: 'alerts',
  editsOf,
  draftOf: (after) => after === true,
}

/** Toggles several switches at once: all on, or all off if all are on. */
export function toggle(
  drafts: Drafts<boolean>,
  rows: readonly AlertRow[],
  channels: readonly Channel[],
): Drafts<boolean> {
  const enabled = stateOf(rows, channels) !== 'on'
  const switched = rows.filter(isSwitchable)
  return {
    ...drafts,
    ...draftsFrom(
      switched.flatMap(({ name }) =>
        channels.map((channel) => [channelPath(name, channel), enabled]),
      ),
    ),
  }
}
