import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** The place of toast notifications. */
export default function Messages() {
  return <Notifications position="bottom-right" limit={4} />
}
