import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { Link, useLocation, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { ApiError, toApiError } from '../api/api-error'
import { forgetDraftsOfPage, keptTextOfPage } from '../session/kept-drafts'
import { IconArchive, IconEyeOff, IconLock, IconMapPinOff, IconRefresh } from '../ui/icons.gen'
import { CopyButton } from '../ui/copy-button'
import { ErrorAlert } from './error-alert'
import { LinkAnchor } from '../ui/link-anchor'
import { isLoadError, reloadKeepingChanges } from '../ui/new-version'
import classes from './page-states.module.css'

/** Holds the place of a page that is being read, so that nothing jumps when it comes. */
export function LoadingPage() {
  return (
    <Stack className="page" gap="md" aria-busy="true" aria-label="Loading">
      <Skeleton height={26} width="30%" />
      <Skeleton height={14} width="55%" />
      {[90, 90, 240].map((height, index) => (
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  )
}

interface EmptyStateProps {
  icon: ReactNode
  title: string
  children?: ReactNode
}

/** A place where there is nothing, that says why and what to do about it. */
export function EmptyState({ icon, title, children }: EmptyStateProps) {
  return (
    <div className={classes['empty']}>
      <span className={classes['icon']} aria-hidden>
        {icon}
      </span>
      <Title order={2} fz="md">
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

export function NotFoundPage() {
  return (
    <div className="page">
      <EmptyState icon={<IconMapPinOff />} title="There is no such page">
        The address may be mistyped.{' '}
        <LinkAnchor to="/" fz="sm" underline="always">
          Go to the start
        </LinkAnchor>
        .
      </EmptyState>
    </div>
  )
}

/** What a page shows when it could not be read or drawn: not allowed, not there, or to be tried again. */
export function ErrorPage({ error: thrown, reset }: ErrorComponentProps) {
  const router = useRouter()
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const error = toApiError(thrown)
  const retry = () => {
    resetQueries()
    reset()
    void router.invalidate()
  }
  if (error.isForbidden) {
    return (
      <div className="page">
        <EmptyState icon={<IconLock />} title="This token may not see this">
          {error.message}.{' '}
          <LinkAnchor to="/sign-in" fz="sm" underline="always">
            Sign in with another one
          </LinkAnchor>
          .
        </EmptyState>
      </div>
    )
  }
  if (error.isMissing) {
    return (
      <div className="page">
        <EmptyState icon={<IconEyeOff />} title="Nothing here that this token can see">
          <Stack align="center" gap="xs">
            {error.message}
            <Button variant="default" size="compact-sm" component={Link} to="/">
              Go to the start
            </Button>
          </Stack>
        </EmptyState>
      </div>
    )
  }
  if (isLoadError(thrown)) {
    return (
      <div className="page">
        <EmptyState icon={<IconRefresh />} title="A new version is available">
          <Button size="compact-sm" onClick={reloadKeepingChanges}>
            Reload
          </Button>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="page">
      <ErrorAlert error={error} onRetry={retry} />
      {!(thrown instanceof ApiError) && <KeptChanges onDiscard={retry} />}
    </div>
  )
}

/** Unsaved changes that may be why a page cannot be drawn: they can be copied, and then discarded. */
function KeptChanges({ onDiscard }: { onDiscard: () => void }) {
  const { pathname } = useLocation()
  const [kept] = useState(() => keptTextOfPage(pathname))
  if (kept === undefined) return null
  return (
    <Stack gap="xs" mt="md" align="flex-start">
      <Text fz="sm">
        Your unsaved changes on this page are kept. If the page keeps failing, they may be the
        cause: copy them, then discard them.
      </Text>
      <Group gap="xs">
        <CopyButton value={kept} label="Copy unsaved changes" />
        <Button
          size="compact-sm"
          variant="default"
          color="danger"
          onClick={() => {
            forgetDraftsOfPage(pathname)
            onDiscard()
          }}
        >
          Discard unsaved changes
        </Button>
      </Group>
    </Stack>
  )
}

/** Says that nothing on the page can be changed, and why. */
export function ReadOnlyBanner({
  reason,
  archived = false,
  action,
}: {
  reason: string
  archived?: boolean
  action?: ReactNode
}) {
  return (
    <div className={classes['banner']} role="note">
      {archived ? <IconArchive size={16} aria-hidden /> : <IconLock size={16} aria-hidden />}
      <Text fz="sm" flex={1}>
        {reason}
      </Text>
      {action}
    </div>
  )
}
