/** Folds text for comparison: lower case, no accents, single spaces, `σ` for `ς`, `ss` for `ß`. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Leaves room for a number behind a derived key. */
const maxKeyLength = 90

/** Cuts text between characters, so that it has at most this length. */
function cutText(text: string, maxLength: number): string {
  let cut = ''
  for (const character of text) {
    if (cut.length + character.length > maxLength) break
    cut += character
  }
  return cut
}

/** Derives a key from a name: `my-app-eu` from `My App (EU)`. Empty without a letter or digit. */
export function keyFromName(name: string): string {
  const key = foldText(name)
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  return cutText(key, maxKeyLength).replace(/-$/, '')
}
