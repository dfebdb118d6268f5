import type { Workspace } from '@/contract/workspaces'

/** A workspace with the members that every workspace has, for tests to add others to. */
export const bareWorkspace: Workspace = {
  id: '1',
  name: 'W',
  orgId: 'o',
  key: 'k',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

/** A workspace whose settings name two alert types, one of them delivered to the webhook. */
export const workspaceWithAlerts: Workspace = {
  ...bareWorkspace,
  alertDeliverySettings: {
    alertTypes: {
      testAlert: { internal: true, webhook: { enabled: true } },
      apiRequestsPerHour: { internal: true, email: { enabled: false } },
    },
  },
}

/** A workspace with a changed limit, an unchanged one, and two that only its engine knows. */
export const workspaceWithLimits: Workspace = {
  ...bareWorkspace,
  limits: {
    apiRequestsPerSecond: { unit: 'number', value: 120, defaultValue: 100 },
    parallelFlowRuns: { unit: 'number', value: 50, defaultValue: 50 },
    engineOwn: { unit: 'number', value: 3 },
  },
  operatorLimits: { engineSecret: { unit: 'Mb', value: 7 } },
}

/** A workspace with a limit that each layer sets, and one that only its engine knows. */
export const workspaceWithLimitLayers: Workspace = {
  ...bareWorkspace,
  limits: {
    apiRequestsPerSecond: { unit: 'number', value: 120, defaultValue: 100 },
    apiRequestsPerHour: { unit: 'number', defaultValue: 100_000 },
    totalFileStorageMb: { unit: 'Mb', defaultValue: 10_240 },
    engineOwnLimit: { unit: 'number', value: 3 },
  },
  operatorLimits: { apiRequestsPerHour: { unit: 'number', value: 50_000 } },
}
