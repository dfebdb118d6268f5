import type { TermIndex } from '@/server/search/terms'

/** The tables that app search reads. `indexTerms` keeps the terms up to date. */
export const appSearch = { table: 'apps', termsTable: 'search_terms' } as const satisfies TermIndex
