import { z } from 'zod'
import { providerRoles, type ProviderRole, type WorkspaceRole } from '@/contract/single-sign-on'

const roleRuleSchema = z
  .strictObject({
    claim: z
      .union([z.string().min(1), z.array(z.string().min(1)).min(1)])
      .optional()
      .describe('Name of a claim, or the path to a nested one; absent for every user'),
    value: z
      .string()
      .min(1)
      .optional()
      .describe('Matches if the claim is this text, or a list that contains it'),
    role: z.enum(providerRoles),
    workspaces: z
      .array(z.string().min(1))
      .min(1)
      .optional()
      .describe('Keys of workspaces; absent for all of them'),
  })
  .refine(({ claim, value }) => (claim === undefined) === (value === undefined), {
    message: 'Set both claim and value, or neither for every user',
  })
  .refine(({ role, workspaces }) => role !== 'operator' || workspaces === undefined, {
    message: 'An operator has access to all workspaces: omit workspaces',
  })

/** Maps a claim of a user's token to a role. */
export type RoleRule = z.infer<typeof roleRuleSchema>
export const roleRulesSchema = z.array(roleRuleSchema).min(1, 'Give at least one rule')

/** A user's role in all workspaces, and additional roles in some. */
export interface GrantedRoles {
  everywhere?: ProviderRole | undefined
  /** By the keys of the workspaces. */
  workspaces: ReadonlyMap<string, WorkspaceRole>
}

type Claims = Readonly<Record<string, unknown>>

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

/** Whether a rule applies; undefined if its claim is missing. */
function applies({ claim, value }: RoleRule, claims: Claims): boolean | undefined {
  if (claim === undefined) return true
  const path = [claim].flat()
  const found = path.reduce<unknown>(member, claims)
  if (found === undefined) return undefined
  // Some providers let users enter an e-mail address that is not theirs.
  const { email_verified: isVerified } = claims
  if (path[0] === 'email' && isVerified !== true)
    return isVerified === undefined ? undefined : false
  return Array.isArray(found) ? found.includes(value) : found === value
}

const rankOf = (role: ProviderRole) => providerRoles.indexOf(role)

function higher<Role extends ProviderRole>(one: Role | undefined, other: Role): Role {
  return one !== undefined && rankOf(one) >= rankOf(other) ? one : other
}

/** Returns the roles that rules give; if there are several, the highest. */
function rolesOf(rules: readonly RoleRule[]): GrantedRoles {
  let everywhere: ProviderRole | undefined
  const workspaces = new Map<string, WorkspaceRole>()
  for (const rule of rules) {
    if (rule.role === 'operator' || rule.workspaces === undefined)
      everywhere = higher(everywhere, rule.role)
    else
      for (const key of rule.workspaces) workspaces.set(key, higher(workspaces.get(key), rule.role))
  }
  return { everywhere, workspaces }
}

/** Returns the roles of a user with these claims. */
export function grantedRoles(rules: readonly RoleRule[], claims: Claims): GrantedRoles {
  return rolesOf(rules.filter((rule) => applies(rule, claims) === true))
}

/** Returns the highest roles that a user could have whose token may lack claims. */
export function possibleRoles(rules: readonly RoleRule[], claims: Claims): GrantedRoles {
  return rolesOf(rules.filter((rule) => applies(rule, claims) !== false))
}

/** Returns the keys of the workspaces that a user has a role in; undefined for all of them. */
export function grantedKeys({ everywhere, workspaces }: GrantedRoles): string[] | undefined {
  return everywhere === undefined ? [...workspaces.keys()] : undefined
}

/** Returns the role in a workspace; an operator acts as its admin. Undefined for none. */
export function roleIn(
  { everywhere, workspaces }: GrantedRoles,
  workspaceKey: string,
): WorkspaceRole | undefined {
  const general = everywhere === 'operator' ? 'admin' : everywhere
  const own = workspaces.get(workspaceKey)
  return general === undefined ? own : higher(own, general)
}
