import { expect, test } from 'vitest'
import { diffTexts, foldUnchanged } from './line-diff'

const changesOf = (before: string, after: string) =>
  diffTexts(before, after)
    .filter(({ kind }) => kind !== 'same')
    .map(({ kind, text }) => `${kind === 'added' ? '+' : '-'}${text}`)

test('swapped lines and a removed duplicate are differences', () => {
  expect(changesOf('a\nb', 'b\na')).toHaveLength(2)
  expect(changesOf('a\nx\nb\nx', 'a\nx\nb')).toEqual(['-x'])
  expect(changesOf('same', 'same')).toEqual([])
})

test('unchanged lines far from a change are left out', () => {
  const before = Array.from({ length: 9 }, (_, index) => `line ${index}`)
  const lines = diffTexts(before.join('\n'), before.with(4, 'changed').join('\n'))
  expect(
    foldUnchanged(lines, 1).map((part) => ('skipped' in part ? part.skipped : part.lines.length)),
  ).toEqual([3, 4, 3])
})
