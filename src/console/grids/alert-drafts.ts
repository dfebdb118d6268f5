import { z } from 'zod'
import { editAt, isSame, valueAt, type Edit } from '@/console/edits/edits'
import { alertSettingPath, channelPath, type Channel } from '@/console/edits/member-path'
import {
  alertSettingsUpdateSchema,
  emailRecipientSchema,
  nearPercentRange,
  type AlertSettings,
} from '@/contract/alerts'
import type { WorkspaceWithState } from '@/contract/workspaces'
import { isSwitchable, stateOf, type AlertDraft, type AlertRow } from './alert-rows'
import { draftEntries, draftsFrom, type DraftRules, type Drafts } from './drafts'

const draftSchema = z.union([z.boolean(), z.number(), z.array(z.string())]).catch(false)
const { nearPercent, emailRecipients } = alertSettingsUpdateSchema.shape

/** Returns why the API refuses a value; undefined if it doesn't. */
function issueOf(draft: AlertDraft): string | undefined {
  if (typeof draft === 'boolean') return undefined
  if (typeof draft !== 'object') {
    const { min, max } = nearPercentRange
    return nearPercent.safeParse(draft).success ? undefined : `Enter a number from ${min} to ${max}`
  }
  const wrong = draft.find((address) => !emailRecipientSchema.safeParse(address).success)
  if (wrong !== undefined) return `“${wrong}” is not an e-mail address`
  return emailRecipients.safeParse(draft).error?.issues[0]?.message
}

/** An alert setting, saved or not, and why it can't be saved. */
export interface AlertSettingField {
  draft: AlertDraft
  isChanged: boolean
  issue: string | undefined
}

/** Returns an alert setting as the drafts have it. */
export function alertSettingField(
  workspace: WorkspaceWithState,
  drafts: Drafts<AlertDraft>,
  name: keyof AlertSettings,
): AlertSettingField {
  const path = alertSettingPath(name)
  const stored = draftRules.draftOf(valueAt(workspace, path))
  const draft = drafts[path] ?? stored
  return { draft, isChanged: !isSame(path, stored, draft), issue: issueOf(draft) }
}

/** Returns the edits that the drafts make. Values that the API refuses make none. */
export function editsOf(workspace: WorkspaceWithState, drafts: Drafts<AlertDraft>): Edit[] {
  return draftEntries(drafts).flatMap(([path, draft]) =>
    issueOf(draft) === undefined ? editAt(workspace, path, draft) : [],
  )
}

/** Converts between the values of the page and edits of the workspace. */
export const draftRules: DraftRules<AlertDraft> = {
  page: 'alerts',
  editsOf,
  isUnreadable: (draft) => issueOf(draft) !== undefined,
  draftOf: (after) => draftSchema.parse(after),
}

/** Returns the drafts that toggle switches: all on, or all off if all are on. */
export function toggle(
  rows: readonly AlertRow[],
  channels: readonly Channel[],
): Drafts<AlertDraft> {
  const enabled = stateOf(rows, channels) !== 'on'
  return draftsFrom(
    rows
      .filter(isSwitchable)
      .flatMap(({ name }) => channels.map((channel) => [channelPath(name, channel), enabled])),
  )
}
