import type { Dependencies } from './core/context'
import { assertMasterKeyMatches } from './core/master-key-check'
import { resealSecrets } from './core/reseal-secrets'
import { growCatalog, isDemo, removeDemo, resetDemo } from './demo/seed'
import { withDependencies } from './dependencies'
import { fillWhenEmpty } from './fill-when-empty'
import { restore } from './node/backup'
import type { Configuration } from './node/configuration'
import { runOnServer, saveFromServer, writeCompletely } from './node/control-socket'
import { createLog } from './node/log'
import type { OpenDatabase } from './node/open-database'
import { hasOrganization } from './services/organizations/create'

const usage = `signalbox serve              serve the console and the API
signalbox operator-token     print an operator token that is valid for an hour
signalbox backup FILE        back up the embedded database, also while the server runs
signalbox restore FILE       restore a backup into an empty DATA_DIR
signalbox rotate-master-key  seal every secret under MASTER_KEY, those under MASTER_KEY_PREVIOUS too
signalbox demo-reset         reset the demo data
signalbox demo-remove        delete the demo data; with --all, workspaces added to the demo too
signalbox seed --apps 100000 generate a public catalog of that size`

/** A command and what it was given; absent members were not. */
export interface CommandLine {
  command: string
  file: string | undefined
  name: string | undefined
  apps: string | undefined
  all: boolean | undefined
}

/**
 * Runs a command other than `serve`: in the server that has the data folder open if there is one
 * and it can, else here.
 */
export async function runCommand(configuration: Configuration, line: CommandLine): Promise<void> {
  const { command } = line
  const isEmbedded = configuration.DATABASE_URL === undefined
  if (!isEmbedded && (command === 'backup' || command === 'restore')) throw new Error(onlyEmbedded)
  if (isEmbedded && (await runOnRunningServer(configuration, line))) return
  if (command === 'restore') await restore(requireFile(line), configuration.DATA_DIR)
  await withDependencies(configuration, createLog(configuration), undefined, (dependencies, open) =>
    runHere(line, dependencies, open),
  )
}

const onlyEmbedded =
  'This command is for the embedded database. Use pg_dump and pg_restore for DATABASE_URL.'

/** @returns whether a server has the data folder open, and performed the command */
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

async function runHere(
  line: CommandLine,
  dependencies: Dependencies,
  open: OpenDatabase,
): Promise<void> {
  switch (line.command) {
    case 'backup': {
      const archive = await open.backUp?.()
      if (archive !== undefined) await writeCompletely(requireFile(line), archive)
      return
    }
    case 'restore':
      return assertMasterKeyMatches(dependencies)
    case 'rotate-master-key':
      return print(await rotateMasterKey(dependencies))
    case 'demo-reset':
      await assertOnlyDemoData(dependencies)
      return resetDemo(dependencies)
    case 'demo-remove':
      return removeDemo(dependencies, { all: line.all === true })
    case 'seed':
      await fillWhenEmpty(dependencies)
      return growCatalog(dependencies, Number(line.apps))
    case 'operator-token':
      await assertMasterKeyMatches(dependencies)
      return print(await operatorToken(dependencies, line.name))
    default:
      throw new Error(`There is no command '${line.command}'.\n${usage}`)
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

function requireFile({ file }: CommandLine): string {
  if (file === undefined) throw new Error(`The name of the file is missing.\n${usage}`)
  return file
}

async function assertOnlyDemoData({ database, demo }: Dependencies): Promise<void> {
  if (demo === undefined)
    throw new Error('This server does not run the demo. Set DEMO=on to reset it.')
  if ((await hasOrganization(database)) && !(await isDemo(database)))
    throw new Error('This database holds data that is not from the demo. Nothing was changed.')
}

/** Signs an operator token that is valid for an hour. */
export async function operatorToken(
  { serverTokens, clock }: Dependencies,
  name = 'operator',
): Promise<string> {
  return serverTokens.sign({ operator: true, name }, clock())
}

/** Seals all secrets under the current master key. @returns what the command prints */
export async function rotateMasterKey(dependencies: Dependencies): Promise<string> {
  return `${await resealSecrets(dependencies)} records were sealed again`
}
