/**
 * Returns the token in a pasted text. One copied from a header begins with 'Bearer', and one copied
 * from an e-mail or a terminal may be wrapped over several lines.
 */
export function tokenIn(text: string): string {
  return text.replace(/^\s*Bearer\s/i, '').replaceAll(/\s/g, '')
}
