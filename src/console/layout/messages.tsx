import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'
import { useKeptFocus } from './kept-focus'

/** Where short messages appear; and what keeps the focus while pages change below them. */
export default function Messages() {
  useKeptFocus()
  return <Notifications position="bottom-right" limit={4} />
}
