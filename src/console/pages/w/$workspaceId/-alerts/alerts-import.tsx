import type { AlertDraft, AlertRow } from '@/console/grids/alert-rows'
import type { Drafts } from '@/console/grids/drafts'
import { ImportDialog, type ImportSource } from '@/console/grids/import-dialog'
import { alertTypeNames, type AlertSettings } from '@/contract/alerts'
import { previewOf, readImport, switchesOf } from './import-export'

interface AlertsImportProps {
  source: ImportSource
  rows: readonly AlertRow[]
  /** The threshold and the recipients; undefined if the engine has none. */
  settings: Readonly<Record<keyof AlertSettings, AlertDraft>> | undefined
  onDrafts: (drafts: Drafts<AlertDraft>) => void
  onClose: () => void
}

/** The dialog that previews imported delivery settings and puts them into the matrix. */
export function AlertsImport({ source, rows, settings, onDrafts, onClose }: AlertsImportProps) {
  return (
    <ImportDialog
      source={source}
      label="Delivery settings"
      description={
        `JSON with all ${alertTypeNames.length} alertTypes, and alertSettings if they change, ` +
        'as this page exports it and the API returns it.'
      }
      accept=".json,application/json"
      read={(text) => {
        const imported = readImport(text)
        if (typeof imported === 'string') return imported
        const lines = previewOf(rows, settings, imported)
        return { lines, drafts: settings === undefined ? switchesOf(imported) : imported }
      }}
      onApply={({ drafts }) => onDrafts(drafts)}
      onClose={onClose}
    />
  )
}
