/** Returns a noun, with an s unless there is exactly one. */
export function plural(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`
}
