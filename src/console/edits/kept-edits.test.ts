// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import {
  draftKey,
  forgetDraftsOfPage,
  keepDraft,
  keptTextOfPage,
} from '@/console/session/kept-drafts'
import { keptEdits } from './kept-edits'

const key = draftKey('1', 'settings')
beforeEach(() => sessionStorage.clear())

test('stored edits are restored on top of the current record', () => {
  keepDraft(key, {
    edits: [
      { path: 'name', before: 'Base', after: 'Mine' },
      { path: 'logoUri', before: undefined, after: '/logo.svg' },
      { path: 'type', before: 'development', after: 'production' },
      { path: 'jwksUri', before: null, after: 'https://x.example/' },
    ],
    typed: '{ "typed',
    reason: 'Ticket 7',
  })
  const record = new Map<string, unknown>([
    ['name', 'Theirs'],
    ['type', 'production'],
    ['jwksUri', null],
  ])
  const standing = [
    { path: 'logoUri', before: undefined, after: '/logo.svg' },
    { path: 'jwksUri', before: null, after: 'https://x.example/' },
  ]
  expect(keptEdits(key, (path) => record.get(path))).toMatchObject({
    edits: [...standing, { path: 'name', before: 'Theirs', after: 'Mine' }],
    standing,
    conflicts: [{ path: 'name', base: 'Base', mine: 'Mine', theirs: 'Theirs' }],
    typed: '{ "typed',
    reason: 'Ticket 7',
  })
})

test('edits that someone else has made too are no longer unsaved', () => {
  keepDraft(key, { edits: [{ path: 'name', before: 'Base', after: 'Same' }] })
  expect(keptEdits(key, () => 'Same')).toBeUndefined()
})

test('invalid data under the key is ignored', () => {
  keepDraft(key, { edits: 'none' })
  expect(keptEdits(key, () => undefined)).toBeUndefined()
})

test('the drafts of a page and its dialogs are found and deleted by its path', () => {
  keepDraft(key, { edits: [] })
  keepDraft(draftKey('1', 'settings', 'dialog'), 'typed')
  keepDraft(draftKey('1', 'settings-other'), 'other')
  expect(keptTextOfPage('/w/1/settings/')).toContain('typed')
  forgetDraftsOfPage('/w/1/settings')
  expect(keptTextOfPage('/w/1/settings')).toBeUndefined()
  expect(keptTextOfPage('/w/1/settings-other')).toBe('"other"')
})

test('typing works even if the storage of the browser is full', () => {
  const kept = new Map([[key, '"old"']])
  vi.stubGlobal('sessionStorage', {
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: (name: string) => kept.delete(name),
  })
  expect(() => keepDraft(key, 'new')).not.toThrow()
  vi.unstubAllGlobals()
  expect(kept.size, 'what is kept is never older than what is on the page').toBe(0)
})
