import { Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './grid-message.module.css'

/** The message of the limits grid about the last key, paste or click. */
export interface GridMessage {
  text: string
  isError: boolean
}

/** Shows and announces the message of the grid. */
export function GridMessageLine({ message }: { message: GridMessage | undefined }) {
  const line = useRef<HTMLParagraphElement>(null)
  // On a phone, where the page scrolls, the message may be out of sight below the grid.
  useEffect(() => {
    if (message !== undefined) line.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  return (
    <Text
      ref={line}
      fz="sm"
      c={message?.isError === true ? 'var(--sb-danger-text)' : 'dimmed'}
      className={classes['message'] ?? ''}
      role="status"
      aria-label="Grid messages"
    >
      {message?.text}
    </Text>
  )
}
