import { assert, array, constantFrom, integer, property, tuple } from 'fast-check'
import { expect, test } from 'vitest'
import { secondsUntilExpiry, slotAt, SlidingWindow, slotsPerWindow } from './sliding-window'

test('a window counts what was added in its last hundred steps, and not removed', () => {
  const steps = array(
    tuple(integer({ min: 0, max: 70 }), constantFrom('add', 'add', 'remove' as const)),
    { maxLength: 60 },
  )
  assert(
    property(steps, (moves) => {
      const window = new SlidingWindow()
      let model: number[] = []
      let slot = 1000
      for (const [forward, move] of moves) {
        slot += forward
        model = model.filter((old) => old >= slot - slotsPerWindow)
        expect(window.usedAt(slot)).toBe(model.length)
        expect(window.oldest()).toBe(model[0])
        if (move === 'add') {
          window.add(slot)
          model.push(slot)
        } else {
          const [old = slot] = model
          window.remove(old)
          model = model.slice(1)
        }
        expect(window.usedAt(slot)).toBe(model.length)
      }
    }),
  )
})

test('a use that has left the window is not removed again', () => {
  const window = new SlidingWindow([[5, 2]])
  window.add(90)
  expect(window.usedAt(106)).toBe(1)
  window.remove(5)
  expect(window.usedAt(106)).toBe(1)
})

test('a use counts until it expires, and no longer', () => {
  const spans = tuple(integer({ min: 0, max: 10 ** 9 }), constantFrom(1, 60, 3600))
  assert(
    property(spans, ([seconds, windowSeconds]) => {
      const now = 1_800_000_000_000 + seconds
      const slot = slotAt(now, windowSeconds)
      const expiry = now + secondsUntilExpiry(slot, now, windowSeconds) * 1000
      const usedAt = (time: number) =>
        new SlidingWindow([[slot, 1]]).usedAt(slotAt(time, windowSeconds))
      expect([usedAt(expiry - 2), usedAt(expiry + 2)]).toEqual([1, 0])
      expect(secondsUntilExpiry(slot, expiry + 1000, windowSeconds)).toBe(0)
    }),
  )
})

test('a released use is not subtracted again when its step leaves the window', () => {
  const window = new SlidingWindow()
  window.add(0)
  window.add(0)
  window.add(1)
  window.remove(0)
  expect(window.usedAt(1)).toBe(2)
  expect(window.usedAt(slotsPerWindow + 1)).toBe(1)
  expect(window.usedAt(slotsPerWindow + 2)).toBe(0)
})
