import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueAt, type Edit } from '@/console/edits/edits'
import { channelPath, channels, limitPath } from '@/console/edits/member-path'
import { editsAfter } from '@/console/edits/rebase'
import { toUpdate } from '@/console/edits/update-request'
import { bareWorkspace } from '@/console/testing/bare-workspace'
import { alertTypeNames } from '@/contract/alerts'
import { limitNames } from '@/contract/limits'
import type { Workspace } from '@/contract/workspaces'
import { draftRules as alertRules } from './alert-drafts'
import { draftsOf, type DraftRules, type Drafts } from './drafts'
import { draftRules as limitRules } from './limit-drafts'

const empty: Workspace = {
  ...bareWorkspace,
  name: 'Base',
}

/** Returns the record after an update, as the server does. */
function updated(workspace: Workspace, update: ReturnType<typeof toUpdate>): Workspace {
  return {
    ...workspace,
    limits: { ...workspace.limits, ...update.limits },
    alertDeliverySettings: update.alertDeliverySettings ?? workspace.alertDeliverySettings,
  }
}

/** Expects that after a save exactly the drafts made during it are left. */
function expectLaterDraftsLeft<Draft>(
  rules: DraftRules<Draft>,
  workspace: Workspace,
  sentDrafts: Drafts<Draft>,
  laterDrafts: Drafts<Draft>,
): void {
  const sent = rules.editsOf(workspace, sentDrafts)
  const now = rules.editsOf(workspace, laterDrafts)
  const saved = updated(workspace, toUpdate(workspace, sent))
  const left = rules.editsOf(
    saved,
    draftsOf(
      rules,
      editsAfter(sent, now, (path) => valueAt(saved, path)),
    ),
  )
  const shown = (record: Workspace, edits: typeof left, path: Edit['path']) =>
    edits.find((edit) => edit.path === path)?.after ?? valueAt(record, path)
  for (const { path } of [...sent, ...now])
    expect(rules.draftOf(shown(saved, left, path))).toEqual(
      rules.draftOf(shown(workspace, now, path)),
    )
  const unsaved = new Set(left.map(({ path }) => path))
  for (const { path, after } of sent)
    if (now.some((edit) => edit.path === path && edit.after === after))
      expect(unsaved.has(path), path).toBe(false)
}

const limits = limitNames.slice(0, 4).map((name) => limitPath('workspace', name))
const numbers = fc.dictionary(
  fc.constantFrom(...limits),
  fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
)

test('limits typed during a save stay unsaved', () => {
  fc.assert(
    fc.property(numbers, numbers, numbers, (stored, sent, later) => {
      const workspace = updated(empty, toUpdate(empty, limitRules.editsOf(empty, stored)))
      expectLaterDraftsLeft(limitRules, workspace, sent, later)
    }),
  )
})

const switches = fc.dictionary(
  fc.constantFrom(
    ...alertTypeNames
      .slice(0, 4)
      .flatMap((name) => channels.map((channel) => channelPath(name, channel))),
  ),
  fc.boolean(),
)

test('switches toggled during a save stay unsaved', () => {
  fc.assert(
    fc.property(switches, switches, switches, (stored, sent, later) => {
      const workspace = updated(empty, toUpdate(empty, alertRules.editsOf(empty, stored)))
      expectLaterDraftsLeft(alertRules, workspace, sent, later)
    }),
  )
})

test('drafts are rebuilt from their edits', () => {
  fc.assert(
    fc.property(numbers, switches, (numberDrafts, switchDrafts) => {
      for (const [edits, again] of [
        [
          limitRules.editsOf(empty, numberDrafts),
          limitRules.editsOf(empty, draftsOf(limitRules, limitRules.editsOf(empty, numberDrafts))),
        ],
        [
          alertRules.editsOf(empty, switchDrafts),
          alertRules.editsOf(empty, draftsOf(alertRules, alertRules.editsOf(empty, switchDrafts))),
        ],
      ])
        expect(again).toEqual(edits)
    }),
  )
})
