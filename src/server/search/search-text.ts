import { foldText } from '@/contract/folded-text'

/** Computes the columns that search reads from a name and key. */
export function searchColumns(
  name: string,
  key: string | null,
): { search_name: string; search_key: string } {
  return { search_name: foldText(name), search_key: foldText(key ?? '') }
}
