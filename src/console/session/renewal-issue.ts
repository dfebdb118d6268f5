import { sessionFacts, type Session } from './session'

/**
 * Returns why a new sign-in can't continue a session: pending requests would go to another
 * workspace, or unsaved changes could no longer be saved. Undefined when it can.
 */
export function findRenewalIssue(
  session: Session,
  renewed: Session,
  hasUnsavedChanges: boolean,
): string | undefined {
  const [before, now] = [sessionFacts(session), sessionFacts(renewed)]
  if (now?.role === 'operator') return undefined
  if (before?.role === 'operator')
    return (
      'You were signed in as an operator. Sign in as an operator to continue, ' +
      'or cancel and sign out to use another account.'
    )
  const isOther = (one: string | undefined, other: string | undefined) =>
    one !== undefined && other !== undefined && one !== other
  const nameOf = ({ workspaceName, workspaceId }: Session, key: string | undefined) =>
    `'${workspaceName ?? key ?? workspaceId}'`
  if (
    isOther(session.workspaceId, renewed.workspaceId) ||
    isOther(before?.workspaceKey, now?.workspaceKey)
  )
    return (
      `This sign-in is for the workspace ${nameOf(renewed, now?.workspaceKey)}. ` +
      `Sign in to ${nameOf(session, before?.workspaceKey)} to continue. ` +
      'To switch workspaces, cancel and sign out first.'
    )
  return hasUnsavedChanges && before?.role === 'admin' && now?.role !== 'admin'
    ? 'This token can only read, so it can’t save your changes. ' +
        'Sign in as an admin to continue, or cancel and discard your changes first.'
    : undefined
}
