import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Kills a process that is still running, and waits for its end. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
