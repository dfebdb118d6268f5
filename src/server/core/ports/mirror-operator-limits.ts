import type { Limits } from '@/contract/limits'

/**
 * Copies operator limits to the instance that owns a workspace.
 * @throws when the instance could not be reached or refused them
 */
export type MirrorOperatorLimits = (mirrored: {
  serviceInstanceId: string
  workspaceId: string
  operatorLimits: Limits
}) => Promise<'mirrored' | 'unknown instance'>
