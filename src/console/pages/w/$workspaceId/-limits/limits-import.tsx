import { ImportDialog, type ImportSource } from '@/console/grids/import-dialog'
import type { CellChange } from '@/console/grids/limit-drafts'
import type { LimitRow } from '@/console/grids/limit-rows'
import { changesOf, previewOf, readImport } from './import-export'

interface LimitsImportProps {
  source: ImportSource
  rows: readonly LimitRow[]
  onChange: (changes: readonly CellChange[]) => void
  onClose: () => void
}

/** The dialog that previews imported limits and puts them into the grid. */
export function LimitsImport({ source, rows, onChange, onClose }: LimitsImportProps) {
  return (
    <ImportDialog
      source={source}
      label="Values"
      description={
        'CSV or TSV with name and value, or JSON, for example 1.5k, 2 min or 3 GB. ' +
        'An empty value resets to the default.'
      }
      accept=".csv,.tsv,.txt,.json,text/csv,application/json"
      read={(text) => {
        const imported = readImport(text, rows)
        return typeof imported === 'string'
          ? imported
          : { lines: previewOf(imported), changes: changesOf(imported) }
      }}
      onApply={({ changes }) => onChange(changes)}
      onClose={onClose}
    />
  )
}
