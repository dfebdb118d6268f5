/** Text as search compares it: lower case, without accents, white space made single. */
export function searchText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{Diacritic}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}
