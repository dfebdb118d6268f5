import { Stack, Text, Title } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { Icon } from '@/console/ui/create-icon'
import { IconArchive, IconLock, IconMapPinOff } from '@/console/ui/icons.gen'
import { LinkAnchor } from '@/console/ui/link-anchor'
import type { WorkspaceWithState } from '@/contract/workspaces'
import { RecordTitle } from './page-title'
import { RestoreArchived } from './restore-archived'
import classes from './page-states.module.css'

interface EmptyStateProps {
  icon: ReactNode
  title: string
  /** Whether it stands for the whole page, which it also names, and not for a list of it. */
  isPage?: boolean
  children?: ReactNode
}

/** Explains why a list or page is empty, and what to do about it. */
export function EmptyState({ icon, title, isPage = false, children }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      {isPage && <RecordTitle>{title}</RecordTitle>}
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

/** A page without the frame of a workspace. */
export function StandalonePage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(`${title} · Signalbox`)
  return <main>{children}</main>
}

/** Says that no page has this address. */
export function NotFoundPage() {
  return (
    <div className="page-wide">
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
  /** If it is archived, that is the reason. */
  workspace?: Pick<WorkspaceWithState, 'id' | 'archivedAt'> | undefined
  action?: ReactNode
}

/** Says that the page can't be edited, and why. */
export function ReadOnlyBanner({ reason, workspace, action }: ReadOnlyBannerProps) {
  if (reason === undefined) return null
  if (workspace?.archivedAt === undefined)
    return (
      <Banner icon={IconLock} action={action}>
        {reason}
      </Banner>
    )
  return (
    <Banner icon={IconArchive} action={<RestoreArchived workspaceId={workspace.id} />}>
      {reason}
    </Banner>
  )
}

/** Stands for a page of an archived workspace that is there for its tokens only. */
export function ArchivedPage({ workspaceId }: { workspaceId: string }) {
  return (
    <div className="page-wide">
      <EmptyState isPage icon={<IconArchive />} title="This workspace is archived">
        <Stack align="center" gap="xs">
          This page can be opened once the workspace is restored.
          <RestoreArchived workspaceId={workspaceId} />
        </Stack>
      </EmptyState>
    </div>
  )
}
