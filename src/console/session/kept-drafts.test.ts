// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { z } from 'zod'
import { draftKey, forgetDraftsOfPage, keepDraft, keptDraft, keptTextOfPage } from './kept-drafts'

test('unsaved changes are kept per page with its dialogs, and forgotten together', () => {
  const [page, dialog] = [draftKey('1', 'limits'), draftKey('1', 'limits', 'import')]
  const others = [draftKey('1', 'limits/apps'), draftKey('2', 'limits')]
  keepDraft(page, { value: 5 })
  keepDraft(dialog, 'a text')
  for (const key of others) keepDraft(key, 'of another page')
  expect(keptTextOfPage('/w/1/limits/')).toBe('{"value":5}\n"a text"')
  expect(keptDraft(page, z.object({ value: z.number() }))).toEqual({ value: 5 })
  expect(keptDraft(page, z.string()), 'of another form').toBeUndefined()

  forgetDraftsOfPage('/w/1/limits')
  expect(keptTextOfPage('/w/1/limits')).toBeUndefined()
  for (const key of others) expect(keptDraft(key, z.string())).toBe('of another page')
})
