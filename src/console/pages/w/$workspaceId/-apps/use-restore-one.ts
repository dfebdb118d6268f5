import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { toApiError } from '../../../../api/api-error'
import { useRestoreApp, type ListedApp } from '../../../../api/apps'

/** Returns a stable function that restores an app and reports the result. */
export function useRestoreOne(workspaceId: string): (app: ListedApp) => void {
  const restore = useRestoreApp(workspaceId)
  return useCallbackRef((app: ListedApp) =>
    restore.mutate(app.id, {
      onSuccess: () => notifications.show({ message: `${app.name} is restored` }),
      onError: (error) =>
        notifications.show({ color: 'danger', message: toApiError(error).message }),
    }),
  )
}
