import { Avatar } from '@mantine/core'
import classes from './app-logo.module.css'

/** The logo of an app on a white tile, as brands are drawn for; initials on a stable colour where there is none. */
export function AppLogo({ name, src, size = 24 }: { name: string; src?: string | undefined; size?: number }) {
  return (
    <Avatar
      src={src ?? null}
      name={name}
      color="initials"
      radius="sm"
      size={size}
      alt=""
      aria-hidden
      classNames={{ image: classes['image'] ?? '', placeholder: classes['initials'] ?? '' }}
      imageProps={{ loading: 'lazy', decoding: 'async' }}
    />
  )
}
