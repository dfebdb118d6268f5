import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the folder of PostgreSQL's programs; undefined if it is not installed. */
export function postgresPrograms(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const folders = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : []
  return [...folders, '/opt/homebrew/opt/postgresql/bin', '/usr/local/bin'].find((folder) =>
    existsSync(join(folder, 'initdb')),
  )
}

const given = process.env['TEST_DATABASE_URL']

/** The connection string of the PostgreSQL server to test with, if one is given. */
export const givenServer = given === '' ? undefined : given
