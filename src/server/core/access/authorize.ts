import type { Caller, RestrictedCaller } from '@/contract/operation'
import type { RequestContext } from '../context'
import { accessDenied } from '../service-error'
import type { CallerIdentity } from './caller'

/**
 * Returns the id of the workspace that the caller belongs to.
 * @throws access_denied for an operator, who belongs to none
 */
export function requireWorkspaceId({ caller }: RequestContext): string {
  if (caller.workspaceId !== undefined) return caller.workspaceId
  throw accessDenied(
    'An operator token belongs to no workspace: use a token of the workspace in question',
  )
}

/**
 * Whether the caller is an operator, which includes one of the identity provider who acts as an
 * admin of the workspace that the request names.
 */
export function isOperator({ caller, verifiedToken }: RequestContext): boolean {
  return caller.role === 'operator' || verifiedToken?.granted?.everywhere === 'operator'
}

/**
 * Whether the caller may see the secret of the workspace and issue tokens. Tokens that the server
 * issued allow neither. Nor do those signed with an earlier secret: someone who has only that one
 * would otherwise keep access after its overlap ends.
 */
export function holdsSecret({ caller, verifiedToken }: RequestContext): boolean {
  return caller.role === 'operator' || verifiedToken?.holdsSecret === true
}

/** Whether the caller signed with a secret of the workspace that was rotated out. */
export function holdsEarlierSecret({ caller, verifiedToken }: RequestContext): boolean {
  return caller.credential?.signedBy === 'secret' && verifiedToken?.holdsSecret === false
}

/** Roles by rank: a higher role may do everything that a lower one may. */
export const roleRanks = { tenant: 0, reader: 1, admin: 2, operator: 3 } as const satisfies Record<
  CallerIdentity['role'],
  number
>
/** The lowest role that may do what each kind of caller may do. */
const requiredRoles = {
  workspace: 'reader',
  admin: 'admin',
  operator: 'operator',
} as const satisfies Record<RestrictedCaller, CallerIdentity['role']>

/** Whether a caller of this kind needs more than any token. */
export function isRestricted(required: Caller): required is RestrictedCaller {
  return required !== 'anyone' && required !== 'reader'
}

/** Whether the role of the caller may do what `required` may do. */
export function isAllowed({ role }: CallerIdentity, required: Caller): boolean {
  return !isRestricted(required) || roleRanks[role] >= roleRanks[requiredRoles[required]]
}
