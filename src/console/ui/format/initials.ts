/**
 * Returns up to two initials of a name: of its first words, or of its only one. Those of the
 * component library cut an emoji in half.
 */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 2)
  const letters = words.flatMap((word) => Array.from(word).slice(0, words.length === 1 ? 2 : 1))
  return letters.join('').toUpperCase()
}
