import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runCommand, usage } from './commands'
import { misspeltVariables, readConfiguration } from './node/configuration'
import { serve } from './serve'
import { endAtSignals } from './shutdown'

// Otherwise V8 learns to allocate objects that hold rows in the old generation, where each keeps
// its rows in memory until the next full collection, a sixth of the processor time of a list.
setFlagsFromString('--no-allocation-site-pretenuring')

/** Reads the command line. @throws an error that says what is wrong, and lists the commands */
function readCommandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        apps: { type: 'string' },
        name: { type: 'string' },
        all: { type: 'boolean' },
        'api-only': { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    // Node adds advice on positional arguments, which no command needs.
    const [message = ''] = error instanceof Error ? error.message.split(/\. |\n/) : []
    throw new Error(`${message}.\n${usage}`, { cause: error })
  }
}

async function main(): Promise<void> {
  const { positionals, values } = readCommandLine()
  if (values.help === true) return void process.stdout.write(`${usage}\n`)
  for (const question of misspeltVariables(process.env)) process.stderr.write(`${question}\n`)
  const configuration = readConfiguration(process.env)
  const [command = 'serve', file] = positionals
  const { apps, name, all, 'api-only': apiOnly } = values
  await (command === 'serve'
    ? serve(configuration, { withConsole: apiOnly !== true })
    : runCommand(configuration, { command, file, apps, name, all }))
}

endAtSignals()
main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
