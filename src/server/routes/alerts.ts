import { listAlertChannels } from '../services/alerts/list-channels'
import { listAlertMutes } from '../services/alerts/list-mutes'
import { listAlerts } from '../services/alerts/list'
import { setAlertMute } from '../services/alerts/mute'
import { testAlert } from '../services/alerts/test'
import type { GuardedHandlers } from '../http/handler'

export const alertHandlers = {
  listAlerts,
  testAlert,
  listAlertChannels,
  listAlertMutes,
  setAlertMute,
} satisfies Partial<GuardedHandlers>
