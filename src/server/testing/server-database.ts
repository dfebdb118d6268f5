import { randomBytes } from 'node:crypto'
import pg from 'pg'

export interface ServerDatabase {
  name: string
  /** The connection string. */
  address: URL
  drop(): Promise<void>
}

/** Creates a database on a PostgreSQL server: an empty one, or a copy of another one. */
export async function createServerDatabase(
  server: string,
  template = 'template1',
): Promise<ServerDatabase> {
  const name = `signalbox_test_${randomBytes(6).toString('hex')}`
  const address = new URL(server)
  address.pathname = `/${name}`
  const admin = new pg.Client({ connectionString: server })
  await admin.connect()
  try {
    await admin.query(`create database ${name} template ${template}`)
  } catch (error) {
    await admin.end()
    throw error
  }
  return {
    name,
    address,
    async drop() {
      try {
        await admin.query(`drop database ${name} with (force)`)
      } finally {
        await admin.end()
      }
    },
  }
}
