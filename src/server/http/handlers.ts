import { listDemoEmails } from '@/server/demo/outbox'
import { listDemoReceived } from '@/server/demo/receiver'
import { resetDemoOnRequest } from '@/server/demo/reset'
import { getDemo, signInToDemo } from '@/server/demo/sign-in'
import { getAction } from '@/server/services/actions/get'
import { listActions } from '@/server/services/actions/list'
import { listAlerts } from '@/server/services/alerts/list'
import { listAlertChannels } from '@/server/services/alerts/list-channels'
import { listAlertMutes } from '@/server/services/alerts/list-mutes'
import { setAlertMute } from '@/server/services/alerts/mute'
import { testAlert } from '@/server/services/alerts/send-test'
import { archiveApp } from '@/server/services/apps/archive'
import { archiveApps } from '@/server/services/apps/archive-many'
import { createApp } from '@/server/services/apps/create'
import { getApp } from '@/server/services/apps/get'
import { listApps } from '@/server/services/apps/list'
import { listAppArchives } from '@/server/services/apps/list-archives'
import { listAppCategories } from '@/server/services/apps/list-categories'
import { listPublicApps } from '@/server/services/apps/list-public'
import { restoreApp } from '@/server/services/apps/restore'
import { restoreAppArchive } from '@/server/services/apps/restore-archive'
import { searchApps } from '@/server/services/apps/search'
import { updateApp } from '@/server/services/apps/update'
import { watchChanges } from '@/server/services/changes/watch'
import { exportConnection } from '@/server/services/connections/export'
import { listConnections } from '@/server/services/connections/list'
import { createConnector } from '@/server/services/connectors/create'
import { getConnector } from '@/server/services/connectors/get'
import { getConnectorSpecification } from '@/server/services/connectors/get-specification'
import { listConnectors } from '@/server/services/connectors/list'
import { listConnectorCategories } from '@/server/services/connectors/list-categories'
import { listConnectorVersions } from '@/server/services/connectors/list-versions'
import { publishConnectorVersion } from '@/server/services/connectors/publish-version'
import { searchConnectors } from '@/server/services/connectors/search'
import { updateConnector } from '@/server/services/connectors/update'
import { getWebhookDelivery } from '@/server/services/deliveries/get'
import { listWebhookDeliveries } from '@/server/services/deliveries/list'
import { recoverWebhookDeliveries } from '@/server/services/deliveries/recover'
import { resendWebhookDelivery } from '@/server/services/deliveries/resend'
import { getReadiness } from '@/server/services/health/get-readiness'
import { exportAuditEvents } from '@/server/services/history/export'
import { listAuditEvents } from '@/server/services/history/list'
import { endSingleSignOn } from '@/server/services/single-sign-on/end'
import { finishSingleSignOn } from '@/server/services/single-sign-on/finish'
import { getSingleSignOn } from '@/server/services/single-sign-on/get'
import { renewSingleSignOn } from '@/server/services/single-sign-on/renew'
import { startSingleSignOn } from '@/server/services/single-sign-on/start'
import { listTenants } from '@/server/services/tenants/list'
import { createOrgWorkspaceAccessToken } from '@/server/services/tokens/create'
import { listAccessTokens } from '@/server/services/tokens/list'
import { listPublicKeyUses } from '@/server/services/tokens/list-public-key-uses'
import { revokeAccessToken, revokeAccessTokens } from '@/server/services/tokens/revoke'
import { getWebhook } from '@/server/services/webhooks/get'
import { pingWebhook } from '@/server/services/webhooks/ping'
import { rotateWebhookSecret } from '@/server/services/webhooks/rotate-secret'
import { archiveOrgWorkspace } from '@/server/services/workspaces/archive'
import { checkJwks } from '@/server/services/workspaces/check-jwks'
import { createOrgWorkspace } from '@/server/services/workspaces/create'
import { getOrgWorkspace } from '@/server/services/workspaces/get'
import { getOrgWorkspaceTenantUsage } from '@/server/services/workspaces/get-tenant-usage'
import { getOrgWorkspaceUsage } from '@/server/services/workspaces/get-usage'
import { listOrgWorkspaces } from '@/server/services/workspaces/list'
import { restoreOrgWorkspace } from '@/server/services/workspaces/restore'
import { rotateOrgWorkspaceSecret } from '@/server/services/workspaces/rotate-secret'
import { setAlertSettings } from '@/server/services/workspaces/set-alert-settings'
import { setOperatorLimits } from '@/server/services/workspaces/set-operator-limits'
import { updateOrgWorkspace } from '@/server/services/workspaces/update'
import type { GuardedHandlers, OpenHandlers, StreamHandlers } from './operation-kinds'

/** The handlers of operations that need a token. A missing one is a type error. */
export const guardedHandlers: GuardedHandlers = {
  updateOrgWorkspace,
  restoreOrgWorkspace,
  listOrgWorkspaces,
  createOrgWorkspace,
  getOrgWorkspace,
  archiveOrgWorkspace,
  createOrgWorkspaceAccessToken,
  rotateOrgWorkspaceSecret,
  listAccessTokens,
  listPublicKeyUses,
  revokeAccessToken,
  revokeAccessTokens,
  checkJwks,
  listTenants,
  getOrgWorkspaceUsage,
  getOrgWorkspaceTenantUsage,
  setOperatorLimits,
  setAlertSettings,
  createConnector,
  listConnectors,
  searchConnectors,
  listConnectorCategories,
  getConnector,
  listConnectorVersions,
  publishConnectorVersion,
  getConnectorSpecification,
  updateConnector,
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
  exportConnection,
  listConnections,
  getAction,
  listActions,
  listAlerts,
  testAlert,
  listAlertChannels,
  listAlertMutes,
  setAlertMute,
  listWebhookDeliveries,
  getWebhookDelivery,
  resendWebhookDelivery,
  recoverWebhookDeliveries,
  getWebhook,
  pingWebhook,
  rotateWebhookSecret,
  listAuditEvents,
  resetDemo: resetDemoOnRequest,
  listDemoReceived,
  listDemoEmails,
}

/** The handlers of operations that need no token. */
export const openHandlers: OpenHandlers = {
  getHealth: async () => ({ status: 'ok' }),
  getReadiness,
  getDemo,
  signInToDemo,
  getSingleSignOn,
  startSingleSignOn,
  finishSingleSignOn,
  renewSingleSignOn,
  endSingleSignOn,
}

/** The handlers of operations that respond with a stream. */
export const streamHandlers: StreamHandlers = { watchChanges, exportAuditEvents }
