import { archiveApp } from '../services/apps/archive'
import { getApp } from '../services/apps/get'
import { listApps } from '../services/apps/list'
import { listPublicApps } from '../services/apps/list-public'
import { restoreApp } from '../services/apps/restore'
import type { GuardedHandlers } from './handler'

export const appHandlers = { listPublicApps, listApps, archiveApp, getApp, restoreApp } satisfies Partial<GuardedHandlers>
