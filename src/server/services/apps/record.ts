import type { Selectable } from 'kysely'
import type { App, AppDetails } from '@/contract/apps'
import type { AppsTable } from '@/server/store/schema'

export type AppRow = Selectable<AppsTable>

export const appItemColumns = [
  'id',
  'key',
  'name',
  'uuid',
  'is_read_only',
  'workspace_id',
] as const satisfies readonly (keyof AppRow)[]

/** An app without its logo, which can be large, and its other details. */
export type AppItemRow = Pick<AppRow, (typeof appItemColumns)[number]>

/** An app as lists show it: the six members of the specification (2.6). */
export function appItem(row: AppItemRow): App {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    uuid: row.uuid,
    isReadOnly: row.is_read_only,
    isPublic: row.workspace_id === null,
  }
}

export const appDetailsColumns = [
  ...appItemColumns,
  'categories',
  'logo_uri',
  'app_uri',
  'created_at',
  'updated_at',
  'archived_at',
] as const satisfies readonly (keyof AppRow)[]

/** Converts a row to an app with all its members. */
export function appDetails(row: Pick<AppRow, (typeof appDetailsColumns)[number]>): AppDetails {
  // Not by spreading the item, because V8 takes fifty times as long to add members to a copy.
  return Object.assign(appItem(row), {
    categories: row.categories,
    logoUri: row.logo_uri ?? undefined,
    appUri: row.app_uri ?? undefined,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    archivedAt: row.archived_at?.toISOString(),
  })
}
