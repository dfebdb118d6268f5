import type { Dependencies } from './core/context'
import { assertMasterKeyMatches } from './core/secrets/master-key-check'
import { resealSecrets } from './core/secrets/reseal-secrets'
import { isDemo } from './demo/demo-data'
import { growCatalog } from './demo/grow-catalog'
import { removeDemo, resetDemo } from './demo/seed'
import { withDependencies } from './dependencies'
import { fillWhenEmpty } from './fill-when-empty'
import { restore } from './node/backup'
import type { Configuration } from './node/configuration'
import { runOnServer, saveFromServer, writeCompletely } from './node/control-socket'
import { assertHasDatabase } from './node/embedded-database'
import { createLog } from './node/log'
import { assertHasMasterKey } from './node/master-key'
import type { OpenDatabase } from './node/open-database'
import { restoreToServer } from './restore-to-server'
import { hasOrganization } from './services/organizations/create'

export const usage = `signalbox serve              run the console and the API (--api-only: the API)
signalbox operator-token     print an operator token, valid for an hour (--name NAME)
signalbox backup FILE        back up the embedded database, also while the server is running
signalbox restore FILE       restore a backup into an empty DATA_DIR or DATABASE_URL
signalbox rotate-master-key  re-encrypt secrets under MASTER_KEY_PREVIOUS with MASTER_KEY
signalbox demo-reset         reset the demo data
signalbox demo-remove        delete the demo data (--all: and workspaces added to the demo)
signalbox seed --apps 100000 generate a public catalog with that many apps`

/** A command and its arguments, which are undefined if they were not given. */
interface CommandLine {
  command: string
  file: string | undefined
  name: string | undefined
  apps: string | undefined
  all: boolean | undefined
}

/** Runs a command in this process, on the open database. */
type Run = (
  dependencies: Dependencies,
  line: CommandLine,
  open: OpenDatabase,
  configuration: Configuration,
) => Promise<void>

const commands: Readonly<Record<string, Run>> = {
  async backup(_dependencies, line, open) {
    const archive = await open.backUp?.()
    if (archive !== undefined) await writeCompletely(requireFile(line), archive)
  },
  restore: assertMasterKeyMatches,
  async 'rotate-master-key'(dependencies, _line, _open, configuration) {
    print(await rotateMasterKey(dependencies, configuration))
  },
  async 'demo-reset'(dependencies) {
    await assertOnlyDemoData(dependencies)
    await resetDemo(dependencies)
  },
  'demo-remove': (dependencies, { all }) => removeDemo(dependencies, { all: all === true }),
  async seed(dependencies, { apps }) {
    await fillWhenEmpty(dependencies)
    await growCatalog(dependencies, Number(apps))
  },
  async 'operator-token'(dependencies, { name }) {
    await assertMasterKeyMatches(dependencies)
    print(await operatorToken(dependencies, name))
  },
}

/**
 * Runs a command other than `serve`: in the running server that has the data folder open, if it
 * supports the command, otherwise in this process.
 * @throws an error that lists the commands if there is no such command
 */
export async function runCommand(configuration: Configuration, line: CommandLine): Promise<void> {
  const { command } = line
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (run === undefined) throw new Error(`There is no command '${command}'.\n${usage}`)
  const log = createLog(configuration, 'stderr')
  const isEmbedded = configuration.DATABASE_URL === undefined
  if (!isEmbedded && command === 'backup') throw new Error(onlyEmbedded)
  if (!isEmbedded && command === 'restore')
    return restoreToServer(requireFile(line), configuration, log)
  if (isEmbedded && (await runOnRunningServer(configuration, line))) return
  if (!canCreateDatabase.has(command)) {
    if (isEmbedded) await assertHasDatabase(configuration.DATA_DIR)
    else assertHasMasterKey(configuration)
  }
  const runHere = () =>
    withDependencies(configuration, log, undefined, (dependencies, open) =>
      run(dependencies, line, open, configuration),
    )
  if (command !== 'restore') return runHere()
  await restore(requireFile(line), configuration.DATA_DIR)
  // Repeating the command would be refused, because the folder has a database now.
  await runHere().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The backup was restored, but cannot be used yet. ${reason}`, { cause: error })
  })
}

const canCreateDatabase: ReadonlySet<string> = new Set(['restore', 'demo-reset', 'seed'])

const onlyEmbedded = 'This command is for the embedded database. For DATABASE_URL, use pg_dump.'

/** @returns whether a server has the data folder open and ran the command */
async function runOnRunningServer(
  { DATA_DIR }: Configuration,
  line: CommandLine,
): Promise<boolean> {
  const { command, name } = line
  if (command === 'backup') return saveFromServer(DATA_DIR, command, requireFile(line))
  if (command !== 'operator-token' && command !== 'rotate-master-key') return false
  const printed = await runOnServer(DATA_DIR, command, name)
  if (printed !== undefined) print(printed)
  return printed !== undefined
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function requireFile({ file }: CommandLine): string {
  if (file === undefined || file === '') throw new Error(`Name a FILE.\n${usage}`)
  return file
}

async function assertOnlyDemoData({ database, demo }: Dependencies): Promise<void> {
  if (demo === undefined)
    throw new Error('This server does not run the demo. Set DEMO=on to reset it.')
  if ((await hasOrganization(database)) && !(await isDemo(database)))
    throw new Error('This database contains data other than the demo. Nothing was changed.')
}

/** Signs an operator token that is valid for an hour. */
export async function operatorToken(
  { serverTokens, clock }: Dependencies,
  name = 'operator',
): Promise<string> {
  return serverTokens.sign({ operator: true, name }, clock())
}

/**
 * Re-encrypts all secrets with the current master key.
 * @returns what the command prints
 * @throws if the process that has the database was started without the previous key
 */
export async function rotateMasterKey(
  dependencies: Dependencies,
  { MASTER_KEY_PREVIOUS }: Configuration,
): Promise<string> {
  if (MASTER_KEY_PREVIOUS === undefined)
    throw new Error(
      'MASTER_KEY_PREVIOUS is not set. First restart the server with the new key in MASTER_KEY ' +
        'and the old one in MASTER_KEY_PREVIOUS, and run this command with the same variables.',
    )
  const count = await resealSecrets(dependencies)
  return `${count} ${count === 1 ? 'record was' : 'records were'} re-encrypted`
}
