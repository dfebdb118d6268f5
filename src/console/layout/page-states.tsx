import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Icon } from '../ui/create-icon'
import { IconArchive, IconLock, IconMapPinOff } from '../ui/icons.gen'
import { LinkAnchor } from '../ui/link-anchor'
import classes from './page-states.module.css'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  /** Whether it stands for the whole page, and not for a list of it. */
  isPage?: boolean
  children?: ReactNode
}

/** Explains why a list or page is empty, and what to do about it. */
export function EmptyState({ icon, title, isPage = false, children }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      <span className={classes['icon']} aria-hidden>
        {icon}
      </span>
      <Title order={isPage ? 1 : 2} fz="md">
        {title}
      </Title>
      {children !== undefined && (
        <Text component="div" fz="sm" c="dimmed" maw={480}>
          {children}
        </Text>
      )}
    </div>
  )
}

/** Says that no page has this address. */
export function NotFoundPage() {
  return (
    <div className="page">
      <EmptyState isPage icon={<IconMapPinOff />} title="Page not found">
        Check the address.{' '}
        <LinkAnchor to="/" fz="sm" underline="always">
          Go to the start page
        </LinkAnchor>
        .
      </EmptyState>
    </div>
  )
}

interface BannerProps {
  icon: Icon
  children: ReactNode
  /** A button at the end. */
  action?: ReactNode
}

/** A line about the state of the page, above its content. */
export function Banner({ icon: BannerIcon, children, action }: BannerProps) {
  return (
    <div className={classes['banner']} role="note">
      <BannerIcon size={16} aria-hidden />
      <Text fz="sm" flex="1 1 14rem">
        {children}
      </Text>
      {action}
    </div>
  )
}

interface ReadOnlyBannerProps {
  /** Nothing is shown without one. */
  reason: string | undefined
  /** When the workspace was archived, if that is the reason. */
  archivedAt?: string | undefined
  action?: ReactNode
}

/** Says that the page can't be edited, and why. */
export function ReadOnlyBanner({ reason, archivedAt, action }: ReadOnlyBannerProps) {
  if (reason === undefined) return null
  return (
    <Banner icon={archivedAt === undefined ? IconLock : IconArchive} action={action}>
      {reason}
    </Banner>
  )
}
