import '@mantine/notifications/styles.css'
import { useHotkeys } from '@mantine/hooks'
import { Notifications, notifications, notificationsStore } from '@mantine/notifications'
import { useEffect } from 'react'

const toasts = '.mantine-Notifications-notification'

/** How long a toast is shown after the focus has left it. */
const shownMilliseconds = 10_000

/** Focuses the first button of the newest toast: its Undo, or else the one that closes it. */
function focusNewestToast(): void {
  const newest = [...document.querySelectorAll(toasts)].at(-1)
  newest?.querySelector('button')?.focus()
}

/** Keeps the toasts for as long as one of them has the focus. */
function useToastsWhileFocused(): void {
  useEffect(() => {
    let hadFocus = false
    const onFocus = ({ target }: FocusEvent) => {
      const hasFocus = target instanceof Element && target.closest(toasts) !== null
      if (hasFocus === hadFocus) return
      hadFocus = hasFocus
      const autoClose = hasFocus ? false : shownMilliseconds
      notifications.updateState(notificationsStore, (shown) =>
        shown.map((toast) => ({ ...toast, autoClose })),
      )
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])
}

/** The place of toast notifications: where forms, dialogs and drawers have no buttons. */
export default function Messages() {
  useToastsWhileFocused()
  useHotkeys([['F8', focusNewestToast]], [], true)
  return <Notifications position="bottom-left" limit={4} />
}
