/** Text as it is compared: lower case, without accents, white space made single. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** The key that a name suggests: `My App (EU)` → `my-app-eu`. Empty for a name without a letter or digit. */
export function keyFromName(name: string): string {
  return foldText(name)
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 90)
}
