import { validate, version } from 'uuid'
import { expect, test } from 'vitest'
import { idAt, idOf, occursWithShare, pick, share } from './deterministic'
import { catalogDate } from './story-calendar'

const names = Array.from({ length: 2000 }, (_, index) => `name ${index}`)
const now = new Date('2026-05-20T10:20:30.456Z')

test('an id depends on its name and time alone, and sorts by time', () => {
  const ids = names.map((name) => idAt(name, now))
  expect(ids).toEqual(names.map((name) => idAt(name, now)))
  expect(new Set(ids).size).toBe(names.length)
  for (const id of ids) expect([validate(id), version(id)]).toEqual([true, 7])
  const later = new Date(now.getTime() + 1)
  for (const id of ids) expect(id < idAt('name 0', later)).toBe(true)
  expect(idOf('name 0')).toBe(idAt('name 0', catalogDate))
})

test('shares are spread evenly from 0 to 1', () => {
  const shares = names.map(share)
  for (const part of [0.1, 0.5, 0.9]) {
    const below = shares.filter((value) => value < part).length / names.length
    expect(Math.abs(below - part)).toBeLessThan(0.05)
    const occurs = names.filter((name) => occursWithShare(name, part)).length / names.length
    expect(Math.abs(occurs - part)).toBeLessThan(0.05)
  }
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...shares)).toBeLessThan(1)
  // Two bytes of each name count.
  expect(new Set(shares).size).toBeGreaterThan(1900)
})

test('each choice is picked about equally often, and for a name always the same', () => {
  const choices = ['a', 'b', 'c', 'd', 'e'] as const
  const picked = names.map((name) => pick(name, choices))
  expect(picked).toEqual(names.map((name) => pick(name, choices)))
  for (const choice of choices) {
    const times = picked.filter((one) => one === choice).length
    expect(Math.abs(times / names.length - 0.2)).toBeLessThan(0.05)
  }
})
