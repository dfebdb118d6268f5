import { useHasExtensions } from '@/console/api/workspaces'
import { useRole } from '@/console/session/use-session'

/** Returns the layers that the user can edit. */
export function useEditableLayers(isWritable: boolean, isArchived: boolean) {
  const isOperator = useRole() === 'operator'
  const hasExtensions = useHasExtensions()
  return {
    workspace: isWritable,
    operator: isOperator && hasExtensions && !isArchived,
  }
}
