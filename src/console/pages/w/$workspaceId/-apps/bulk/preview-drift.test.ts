import { expect, test } from 'vitest'
import type { ShownItem } from './outcomes'
import { changedApps, driftText } from './preview-drift'

const item = (name: string, outcome: ShownItem['outcome'] = 'would_archive'): ShownItem => ({
  id: `id of ${name}`,
  name,
  outcome,
})

test('the apps that were archived, restored or added since the preview are named', () => {
  const before = [item('A'), item('B'), item('C')]
  const now = [item('A'), item('B', 'already_archived'), item('D')]
  expect(changedApps(before, now)).toEqual(['B', 'C', 'D'])
  expect(changedApps(before, before)).toEqual([])
})

test('an entry of the list that is found by now is named as it was listed and as the app', () => {
  const missing: ShownItem = { selector: 'new', outcome: 'not_found' }
  expect(changedApps([missing], [{ ...item('New'), selector: 'new' }])).toEqual(['new', 'New'])
})

test('a text names three of them', () => {
  const names = ['A', 'B', 'C', 'D', 'E']
  expect(
    driftText(
      [],
      names.slice(0, 3).map((name) => item(name)),
    ),
  ).toContain('preview: A, B, C. ')
  expect(
    driftText(
      [],
      names.map((name) => item(name)),
    ),
  ).toContain(': A, B, C and 2 more. ')
  expect(driftText([], [])).toContain('since the preview. ')
})
