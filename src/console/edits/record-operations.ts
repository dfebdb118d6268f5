import type { OperationId, Operations } from '@/contract/operations'

/**
 * The operations that change members of a workspace's record. What they repeat of the contract is
 * checked by the compiler, so that no schema is loaded for their names.
 */
export const recordOperations = {
  updateOrgWorkspace: { method: 'PATCH', path: '/org-workspaces/{id}', caller: 'admin' },
  setAlertSettings: {
    method: 'PUT',
    path: '/org-workspaces/{id}/alert-settings',
    caller: 'admin',
  },
  setOperatorLimits: {
    method: 'PUT',
    path: '/org-workspaces/{id}/operator-limits',
    caller: 'operator',
  },
} as const satisfies {
  [Id in OperationId]?: Pick<Operations[Id], 'method' | 'path' | 'caller'>
}

/** Whether an operation changes members of a workspace's record. */
export function isRecordOperation(operation: string): operation is keyof typeof recordOperations {
  return Object.hasOwn(recordOperations, operation)
}
