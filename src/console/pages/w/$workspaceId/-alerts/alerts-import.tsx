import { alertTypeNames } from '../../../../../contract/alerts'
import { previewOf, readImport } from './import-export'
import type { AlertRow } from '../../../../forms/alert-rows'
import type { Drafts } from '../../../../forms/drafts'
import { ImportDialog, type ImportSource } from '../../../../forms/import-dialog'

interface AlertsImportProps {
  source: ImportSource
  rows: readonly AlertRow[]
  onDrafts: (drafts: Drafts<boolean>) => void
  onClose: () => void
}

/** The dialog that previews imported delivery settings and puts them into the matrix. */
export function AlertsImport({ source, rows, onDrafts, onClose }: AlertsImportProps) {
  return (
    <ImportDialog
      source={source}
      label="Delivery settings"
      description={
        `JSON with all ${alertTypeNames.length} alertTypes, ` +
        'as this page exports it and the API returns it.'
      }
      accept=".json,application/json"
      read={(text) => {
        const imported = readImport(text)
        return typeof imported === 'string'
          ? imported
          : { lines: previewOf(rows, imported), drafts: imported }
      }}
      onApply={({ drafts }) => onDrafts(drafts)}
      onClose={onClose}
    />
  )
}
