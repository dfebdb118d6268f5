import { Avatar } from '@mantine/core'
import { useState } from 'react'
import { fileAddress } from '@/console/browser/site'
import { initialsOf } from './format/initials'
import classes from './app-logo.module.css'

/** Shows the logo of an app on the white tile it was designed for; without one, its initials. */
export function AppLogo({
  name,
  src,
  size = 24,
  onFailed,
}: {
  name: string
  src?: string | undefined
  size?: number
  onFailed?: () => void
}) {
  const [failed, setFailed] = useState<string>()
  // Mantine’s avatar is slow to render, and a list of logos has dozens.
  if (src !== undefined && src !== failed)
    return (
      <span className={classes['tile']} style={{ width: size, height: size }} aria-hidden>
        <img
          className={classes['image']}
          src={fileAddress(src)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => {
            setFailed(src)
            onFailed?.()
          }}
        />
      </span>
    )
  const initials = initialsOf(name)
  return (
    <Avatar
      name={name}
      color={initials === '' ? 'gray' : 'initials'}
      radius="sm"
      size={size}
      alt=""
      aria-hidden
      classNames={{ placeholder: classes['initials'] ?? '' }}
    >
      {/* Mantine shows a person without any. */}
      {initials || ' '}
    </Avatar>
  )
}
