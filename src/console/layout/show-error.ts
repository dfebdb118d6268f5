import { notifications } from '@mantine/notifications'
import { toApiError } from '@/console/api/api-error'

/**
 * Shows an error as a notification, where no part of the page is a better place for it. For the
 * promise of `mutateAsync`: what is given to `mutate` is not called once the page is left, nor for
 * the first of two requests.
 */
export function showError(error: unknown): void {
  notifications.show({ color: 'danger', message: toApiError(error).message })
}

/** Shows the error of an action that the user has turned away from. @param title what failed */
export function showFailure(title: string, error: unknown): void {
  notifications.show({ color: 'danger', title, message: toApiError(error).message })
}
