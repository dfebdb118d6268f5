import { isAlertType } from '../../../contract/alerts'
import { limitFacts } from '../../../contract/limits'
import type { Queryable } from '../../store/database'
import { notifyOfAlert } from '../alerts/notify'
import { raiseAlert, resolveQuietAlerts, type Occasion } from '../alerts/raise'
import type { Platform } from '../context'
import type { Nearness } from './usage-recorder'

/** Of a limit: from here on it is near. */
const nearShare = 0.8
/** How long a quantity has to stay below that for its alert to end. */
const quietSeconds = 60

type Watched = Pick<Platform, 'database' | 'clock' | 'usage' | 'mailer'>

/** What a limit’s nearness is an occasion to tell. */
function occasionOf({ workspaceId, limit, level, max, refused }: Nearness): Occasion | undefined {
  const { alertType, label } = limitFacts(limit)
  if (alertType === undefined || !isAlertType(alertType)) return undefined
  if (refused > 0) {
    const times = refused === 1 ? 'One was refused' : `${refused} were refused`
    return { workspaceId, type: alertType, severity: 'critical', description: `${label}: the limit of ${max} is reached. ${times}.` }
  }
  if (max === 0 || level < max * nearShare) return undefined
  return { workspaceId, type: alertType, severity: 'warning', description: `${label}: ${level} of ${max} are used.` }
}

async function raiseOccasions(watched: Watched, transaction: Queryable, nearness: readonly Nearness[]): Promise<void> {
  for (const near of nearness) {
    const occasion = occasionOf(near)
    if (occasion === undefined) continue
    const { alert, isNews } = await raiseAlert(transaction, watched.clock(), occasion)
    if (isNews) await notifyOfAlert(watched, transaction, 'alert.created', alert)
  }
}

/** Writes what was used since the last time, and raises the alerts that follow from it. */
export async function writeUsage(watched: Watched): Promise<void> {
  await watched.usage.write(watched.database, (transaction, nearness) => raiseOccasions(watched, transaction, nearness))
}

/** Ends the alerts whose quantity has been far enough from its limit for long enough. */
export async function endQuietAlerts(watched: Watched): Promise<void> {
  await watched.database.transaction().execute(async (transaction) => {
    for (const alert of await resolveQuietAlerts(transaction, watched.clock(), quietSeconds)) {
      await notifyOfAlert(watched, transaction, 'alert.resolved', alert)
    }
  })
}
