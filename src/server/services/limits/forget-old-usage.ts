import { usageDays } from '../../../contract/usage'
import type { Platform } from '../context'

/** Usage is kept for thirty days. */
export async function forgetOldUsage({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<void> {
  const oldest = new Date(clock().getTime() - usageDays * 86_400_000)
  await database.deleteFrom('usage_minutes').where('minute', '<', oldest).execute()
}
