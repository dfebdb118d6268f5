// Creates a data folder with the demo. Tests copy it, which is faster than seeding.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Fills the folder with the bundled server. Throws if that fails. */
export async function seedDemo(program, folder) {
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DEMO: 'on',
    DATABASE_URL: '',
    LOG_LEVEL: 'warn',
    EMBEDDED_FSYNC: 'off',
  }
  // Optimizing PostgreSQL's WebAssembly takes longer than it saves.
  const child = spawn(process.execPath, ['--liftoff-only', program, 'demo-reset'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The demo data could not be prepared: exit code ${code}`)
}
