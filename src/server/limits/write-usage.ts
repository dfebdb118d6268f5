import type { Dependencies } from '@/server/core/context'
import type { OnLimitsUsed } from '@/server/core/ports/usage-log'

/** Writes the recorded usage, and logs the workspaces for which that failed. */
export async function writeUsage(
  { usage, database, log }: Pick<Dependencies, 'database' | 'usage' | 'log'>,
  onLimitsUsed?: OnLimitsUsed,
): Promise<void> {
  for (const { workspaceId, error } of await usage.write(database, onLimitsUsed))
    log.error({ workspaceId, error }, 'the usage of a workspace could not be written')
}

/** Writes the recorded usage before it is read. Logs a failure, as in a read-only database. */
export async function writeUsageToRead(
  dependencies: Pick<Dependencies, 'database' | 'usage' | 'log'>,
): Promise<void> {
  await writeUsage(dependencies).catch((error: unknown) =>
    dependencies.log.error({ error }, 'the latest usage could not be written before it was read'),
  )
}
