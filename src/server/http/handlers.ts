import { listDemoReceived } from '../demo/receiver'
import { listDemoEmails } from '../demo/outbox'
import { resetDemoOnRequest } from '../demo/reset'
import { getDemo, signInToDemo } from '../demo/sign-in'
import { getAction } from '../services/actions/get'
import { listActions } from '../services/actions/list'
import { listAlerts } from '../services/alerts/list'
import { listAlertChannels } from '../services/alerts/list-channels'
import { listAlertMutes } from '../services/alerts/list-mutes'
import { setAlertMute } from '../services/alerts/mute'
import { testAlert } from '../services/alerts/test'
import { archiveApp } from '../services/apps/archive'
import { archiveApps } from '../services/apps/archive-many'
import { createApp } from '../services/apps/create'
import { getApp } from '../services/apps/get'
import { listApps } from '../services/apps/list'
import { listAppArchives } from '../services/apps/list-archives'
import { listAppCategories } from '../services/apps/list-categories'
import { listPublicApps } from '../services/apps/list-public'
import { restoreApp } from '../services/apps/restore'
import { restoreAppArchive } from '../services/apps/restore-archive'
import { searchApps } from '../services/apps/search'
import { updateApp } from '../services/apps/update'
import { exportConnection } from '../services/connections/export'
import { listConnections } from '../services/connections/list'
import { watchChanges } from '../services/changes/watch'
import { createConnector } from '../services/connectors/create'
import { getConnector } from '../services/connectors/get'
import { getConnectorSpecification } from '../services/connectors/get-specification'
import { listConnectors } from '../services/connectors/list'
import { listConnectorCategories } from '../services/connectors/list-categories'
import { listConnectorVersions } from '../services/connectors/list-versions'
import { publishConnectorVersion } from '../services/connectors/publish-version'
import { searchConnectors } from '../services/connectors/search'
import { updateConnector } from '../services/connectors/update'
import { getWebhookDelivery } from '../services/deliveries/get'
import { listWebhookDeliveries } from '../services/deliveries/list'
import { recoverWebhookDeliveries } from '../services/deliveries/recover'
import { resendWebhookDelivery } from '../services/deliveries/resend'
import { getReadiness } from '../services/health/get-readiness'
import { exportAuditEvents } from '../services/history/export'
import { listAuditEvents } from '../services/history/list'
import { endSingleSignOn } from '../services/single-sign-on/end'
import { finishSingleSignOn } from '../services/single-sign-on/finish'
import { getSingleSignOn } from '../services/single-sign-on/get'
import { renewSingleSignOn } from '../services/single-sign-on/renew'
import { startSingleSignOn } from '../services/single-sign-on/start'
import { listTenants } from '../services/tenants/list'
import { createOrgWorkspaceAccessToken } from '../services/tokens/create'
import { listAccessTokens } from '../services/tokens/list'
import { listPublicKeyUses } from '../services/tokens/list-public-key-uses'
import { revokeAccessToken, revokeAccessTokens } from '../services/tokens/revoke'
import { getWebhook } from '../services/webhooks/get'
import { pingWebhook } from '../services/webhooks/ping'
import { rotateWebhookSecret } from '../services/webhooks/rotate-secret'
import { archiveOrgWorkspace } from '../services/workspaces/archive'
import { checkJwks } from '../services/workspaces/check-jwks'
import { createOrgWorkspace } from '../services/workspaces/create'
import { getOrgWorkspace } from '../services/workspaces/get'
import { getOrgWorkspaceTenantUsage } from '../services/workspaces/get-tenant-usage'
import { getOrgWorkspaceUsage } from '../services/workspaces/get-usage'
import { listOrgWorkspaces } from '../services/workspaces/list'
import { restoreOrgWorkspace } from '../services/workspaces/restore'
import { rotateOrgWorkspaceSecret } from '../services/workspaces/rotate-secret'
import { setAlertSettings } from '../services/workspaces/set-alert-settings'
import { setOperatorLimits } from '../services/workspaces/set-operator-limits'
import { updateOrgWorkspace } from '../services/workspaces/update'
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
