import { notifications } from '@mantine/notifications'
import { useRestoreApp, type ListedApp } from '@/console/api/apps'
import { showError } from '@/console/layout/show-error'

/** Returns a function that restores an app and reports the result. */
export function useRestoreOne(workspaceId: string): (app: ListedApp) => Promise<unknown> {
  const restore = useRestoreApp(workspaceId)
  return (app) =>
    restore
      .mutateAsync(app.id)
      .then(() => notifications.show({ message: `${app.name} is restored` }), showError)
}
