/** What a key does in the limits grid. */
export type KeyCommand =
  | { kind: 'fill down' | 'select all' | 'edit' | 'clear' }
  /** Replaces the value of the active cell. */
  | { kind: 'type'; text: string }

/** A pressed key, as the events of the browser and of React describe it. */
interface PressedKey {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  getModifierState: (key: 'AltGraph') => boolean
}

/** Returns what a key does, apart from what it does in every grid; undefined if nothing. */
export function commandOf(pressed: PressedKey): KeyCommand | undefined {
  const { key, ctrlKey, metaKey, altKey } = pressed
  const hasCommandKey = ctrlKey || metaKey
  if (hasCommandKey && key.toLowerCase() === 'd') return { kind: 'fill down' }
  if (hasCommandKey && key.toLowerCase() === 'a') return { kind: 'select all' }
  // A typed space alone would clear the value.
  if (key === 'Enter' || key === 'F2' || key === ' ') return { kind: 'edit' }
  if (key === 'Delete' || key === 'Backspace') return { kind: 'clear' }
  // With AltGr, Ctrl and Alt are part of the character.
  const isCharacter = (!hasCommandKey && !altKey) || pressed.getModifierState('AltGraph')
  // The question mark shows the keys everywhere.
  return key.length === 1 && isCharacter && key !== '?' ? { kind: 'type', text: key } : undefined
}
