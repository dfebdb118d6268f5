import { inject } from 'vitest'

const migrated = inject('migratedDatabase')

/** The connection string of a superuser of PostgreSQL; undefined with the embedded database. */
export const databaseServer = migrated.on === 'server' ? migrated.server : undefined

/** Whether statements go through PgBouncer. */
export const isPooled = migrated.on === 'server' && migrated.pooler !== undefined
