import { factsOf, type Session } from './session'

/** Says why a new sign-in can't continue a session: what waits would be sent to another workspace. Undefined when it can. */
export function findRenewalIssue(session: Session, renewed: Session): string | undefined {
  const [before, now] = [factsOf(session.token), factsOf(renewed.token)]
  if (now?.role === 'operator') return undefined
  if (before?.role === 'operator')
    return 'You were signed in as an operator. Sign in as an operator to continue, or cancel and sign out to use another account.'
  const isOther = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other
  return isOther(session.workspaceId, renewed.workspaceId) ||
    isOther(before?.workspaceKey, now?.workspaceKey)
    ? `This sign-in is for the workspace '${now?.workspaceKey ?? renewed.workspaceId}'. Sign in to '${before?.workspaceKey ?? session.workspaceId}' to continue. To switch workspaces, cancel and sign out first.`
    : undefined
}
