import { notifications } from '@mantine/notifications'
import { toApiError } from '../api/api-error'

/** Shows an error as a notification, where no part of the page is a better place for it. */
export function showError(error: unknown): void {
  notifications.show({ color: 'danger', message: toApiError(error).message })
}
