import { ApiError } from '@/console/api/api-error'
import { currentSession } from '@/console/session/current-session'
import { isAdminRole, roleOf } from '@/console/session/session'

/**
 * Refuses to open a page that only admins can read, before it requests anything.
 * @throws ApiError
 */
export function requireAdmin(): void {
  if (!isAdminRole(roleOf(currentSession())))
    throw new ApiError(403, 'This page needs an admin’s token')
}

/**
 * Refuses to open a page that a tenant can't read, before it requests anything.
 * @throws ApiError
 */
export function refuseTenants(): void {
  if (roleOf(currentSession()) === 'tenant')
    throw new ApiError(403, 'A tenant’s token can’t open this page: use one of the workspace')
}
