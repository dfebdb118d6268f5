import { useCallbackRef } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useRestoreApp, type ListedApp } from '../../../../api/apps'
import { showError } from '../../../../layout/show-error'

/** Returns a stable function that restores an app and reports the result. */
export function useRestoreOne(workspaceId: string): (app: ListedApp) => Promise<unknown> {
  const restore = useRestoreApp(workspaceId)
  return useCallbackRef((app: ListedApp) =>
    restore
      .mutateAsync(app.id)
      .then(() => notifications.show({ message: `${app.name} is restored` }), showError),
  )
}
