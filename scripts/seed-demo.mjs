// Makes a data folder with the demo, which tests copy: that takes no time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Has the bundled server fill the folder. Throws when it can't. */
export async function seedDemo(program, folder) {
  const env = { ...process.env, DATA_DIR: folder, DEMO: 'on', DATABASE_URL: '', LOG_LEVEL: 'warn' }
  // Optimizing PostgreSQL's WebAssembly takes longer than it saves.
  const child = spawn(process.execPath, ['--liftoff-only', program, 'demo-reset'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The demo data could not be prepared: exit code ${code}`)
}
