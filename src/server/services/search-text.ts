/** Text as search compares it: lower case, without accents, white space made single. */
export function searchText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{Diacritic}/gu, '').toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

/** The columns that search reads, of a row with this name and key. */
export function searchColumns(name: string, key: string | null): { search_name: string; search_key: string } {
  return { search_name: searchText(name), search_key: searchText(key ?? '') }
}
