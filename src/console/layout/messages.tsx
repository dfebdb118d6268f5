import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

/** Where short messages appear. */
export default function Messages() {
  return <Notifications position="bottom-right" limit={4} />
}
