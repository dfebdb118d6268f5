import { expect, test } from 'vitest'
import { commandOf } from './key-command'

/** Returns what a key does while others are held. */
const commandAt = (key: string, ...held: string[]) =>
  commandOf({
    key,
    ctrlKey: held.includes('Ctrl'),
    metaKey: held.includes('Meta'),
    altKey: held.includes('Alt'),
    getModifierState: (modifier) => held.includes(modifier),
  })

test('keys that stand for a command of a spreadsheet are that command', () => {
  expect(commandAt('d', 'Ctrl')).toEqual({ kind: 'fill down' })
  expect(commandAt('D', 'Meta')).toEqual({ kind: 'fill down' })
  expect(commandAt('A', 'Ctrl')).toEqual({ kind: 'select all' })
  for (const key of ['Enter', 'F2', ' ']) expect(commandAt(key), key).toEqual({ kind: 'edit' })
  for (const key of ['Delete', 'Backspace']) expect(commandAt(key), key).toEqual({ kind: 'clear' })
})

test('a character is typed into the active cell, also with AltGr', () => {
  for (const key of ['7', 'd', 'A', '.'])
    expect(commandAt(key), key).toEqual({ kind: 'type', text: key })
  expect(commandAt('7', 'Ctrl', 'Alt', 'AltGraph')).toEqual({ kind: 'type', text: '7' })
})

test('other keys are left to the page and to the browser', () => {
  for (const key of ['?', 'ArrowDown', 'Escape', 'Tab']) expect(commandAt(key), key).toBeUndefined()
  for (const held of ['Ctrl', 'Meta', 'Alt']) expect(commandAt('7', held), held).toBeUndefined()
})
