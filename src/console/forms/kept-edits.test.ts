// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { draftKey, forgetDraftsOfPage, keepDraft, keptTextOfPage } from '../session/kept-drafts'
import { keptEdits } from './kept-edits'

const key = draftKey('1', 'settings')
beforeEach(() => sessionStorage.clear())

test('kept edits come back on top of the record as it is now', () => {
  keepDraft(key, {
    edits: [
      { path: 'name', before: 'Base', after: 'Mine' },
      { path: 'logoUri', before: undefined, after: '/logo.svg' },
      { path: 'type', before: 'development', after: 'production' },
      { path: 'jwksUri', before: null, after: 'https://x.example/' },
    ],
    typed: '{ "typed',
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
  expect(keptEdits(key, (path) => record.get(path))).toEqual({
    edits: [...standing, { path: 'name', before: 'Theirs', after: 'Mine' }],
    standing,
    conflicts: [{ path: 'name', base: 'Base', mine: 'Mine', theirs: 'Theirs' }],
    typed: '{ "typed',
  })
})

test('edits that somebody else has made already are not unsaved any more', () => {
  keepDraft(key, { edits: [{ path: 'name', before: 'Base', after: 'Same' }] })
  expect(keptEdits(key, () => 'Same')).toBeUndefined()
})

test('something else under the key counts as nothing', () => {
  keepDraft(key, { edits: 'none' })
  expect(keptEdits(key, () => undefined)).toBeUndefined()
})

test('the drafts of a page and its dialogs are found and forgotten by its address alone', () => {
  keepDraft(key, { edits: [] })
  keepDraft(draftKey('1', 'settings', 'dialog'), 'typed')
  keepDraft(draftKey('1', 'settings-other'), 'other')
  expect(keptTextOfPage('/w/1/settings/')).toContain('typed')
  forgetDraftsOfPage('/w/1/settings')
  expect(keptTextOfPage('/w/1/settings')).toBeUndefined()
  expect(keptTextOfPage('/w/1/settings-other')).toBe('"other"')
})

test('a browser that has no room left does not stop the typing', () => {
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
