import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** The place of toast notifications: where forms, dialogs and drawers have no buttons. */
export default function Messages() {
  return <Notifications position="bottom-left" limit={4} />
}
