import { expect, test } from 'vitest'
import { diffTexts, foldUnchanged, startsChange } from './line-diff'

const changesOf = (before: string, after: string) =>
  diffTexts(before, after)
    .filter(({ kind }) => kind !== 'same')
    .map(({ kind, text }) => `${kind === 'added' ? '+' : '-'}${text}`)

test('swapped lines and a removed duplicate are differences', () => {
  expect(changesOf('a\nb', 'b\na')).toHaveLength(2)
  expect(changesOf('a\nx\nb\nx', 'a\nx\nb')).toEqual(['-x'])
  expect(changesOf('same', 'same')).toEqual([])
})

test('of texts that differ in thousands of lines, only the common ends are found', () => {
  const linesOf = (name: string) => Array.from({ length: 2000 }, (_line, at) => `${name} ${at}`)
  const textOf = (name: string) =>
    ['same', ...linesOf(name), 'in between', ...linesOf(name), 'end'].join('\n')
  const changes = changesOf(textOf('old'), textOf('new'))
  expect(changes).toHaveLength(2 * 4001)
  expect(changes.slice(4000, 4002)).toEqual(['-old 1999', '+new 0'])
})

test('lines that replace others are one change', () => {
  const lines = diffTexts('a\nold\nb\nc', 'a\nnew\nb')
  expect(lines.filter((_line, index) => startsChange(lines, index))).toEqual([
    { kind: 'removed', text: 'old' },
    { kind: 'removed', text: 'c' },
  ])
})

test('unchanged lines far from a change are left out', () => {
  const before = Array.from({ length: 9 }, (_, index) => `line ${index}`)
  const lines = diffTexts(before.join('\n'), before.with(4, 'changed').join('\n'))
  expect(
    foldUnchanged(lines, 1).map((part) => ('skipped' in part ? part.skipped : part.lines.length)),
  ).toEqual([3, 4, 3])
})
