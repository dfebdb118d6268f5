import { archiveApp } from '../services/apps/archive'
import { listAppArchives, restoreAppArchive } from '../services/apps/archive-batches'
import { archiveApps } from '../services/apps/archive-many'
import { createApp } from '../services/apps/create'
import { getApp } from '../services/apps/get'
import { listApps } from '../services/apps/list'
import { listAppCategories } from '../services/apps/list-categories'
import { listPublicApps } from '../services/apps/list-public'
import { restoreApp } from '../services/apps/restore'
import { searchApps } from '../services/apps/search'
import { updateApp } from '../services/apps/update'
import type { GuardedHandlers } from '../http/handler'

export const appHandlers = {
  listPublicApps,
  listApps,
  createApp,
  archiveApp,
  searchApps,
  listAppCategories,
  archiveApps,
  listAppArchives,
  restoreAppArchive,
  getApp,
  updateApp,
  restoreApp,
} satisfies Partial<GuardedHandlers>
