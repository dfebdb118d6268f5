import { useQuery } from '@tanstack/react-query'
import { extensionsQuery } from '../../../../api/workspaces'
import { useTokenFacts } from '../../../../session/use-session'

/** Returns the layers that the user can edit. */
export function useEditableLayers(isWritable: boolean, isArchived: boolean) {
  const isOperator = useTokenFacts()?.role === 'operator'
  const { data: hasExtensions } = useQuery(extensionsQuery)
  return {
    workspace: isWritable,
    operator: isOperator && hasExtensions === true && !isArchived,
  }
}
