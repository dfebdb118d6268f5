import { expect, test } from 'vitest'
import { storyDay, storyDays, storyEnd } from './story-calendar'

test('the story ends now, after its days', () => {
  const now = new Date('2026-05-20T10:20:30.456Z')
  const day = storyDay(now)
  expect(day(storyDays)).toEqual(now)
  expect(now.getTime() - day(storyDays - 1).getTime()).toBe(86_400_000)
  expect(now.getTime() - day(storyDays - 0.25).getTime()).toBe(21_600_000)
  expect(storyEnd(day(0))).toEqual(now)
})
