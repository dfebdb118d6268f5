/** Returns a noun in the singular if there is exactly one; its plural has an s unless given. */
export function plural(count: number, noun: string, many = `${noun}s`): string {
  return count === 1 ? noun : many
}
