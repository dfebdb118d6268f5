import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useRestoreApp, type ListedApp } from '../../../../api/apps'
import { showError } from '../../../../layout/show-error'

/** Returns a stable function that restores an app and reports the result. */
export function useRestoreOne(workspaceId: string): (app: ListedApp) => void {
  const restore = useRestoreApp(workspaceId)
  return useCallbackRef((app: ListedApp) =>
    restore.mutate(app.id, {
      onSuccess: () => notifications.show({ message: `${app.name} is restored` }),
      onError: showError,
    }),
  )
}
