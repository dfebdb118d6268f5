import { foldText } from '../../contract/folded-text'

/** The columns that search reads, of a row with this name and key. */
export function searchColumns(
  name: string,
  key: string | null,
): { search_name: string; search_key: string } {
  return { search_name: foldText(name), search_key: foldText(key ?? '') }
}
