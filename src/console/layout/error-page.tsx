import { Button, Group, Stack, Text } from '@mantine/core'
import { CancelledError, useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useLocation, useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, toApiError } from '@/console/api/api-error'
import { forgetDraftsOfPage, keptTextOfPage } from '@/console/session/kept-drafts'
import { CopyButton } from '@/console/ui/copy-button'
import { IconEyeOff, IconLock } from '@/console/ui/icons.gen'
import { LinkAnchor } from '@/console/ui/link-anchor'
import { LinkButton } from '@/console/ui/link-button'
import { isLoadError } from '@/console/ui/loading/load-failure'
import { ErrorAlert } from './error-alert'
import { LoadingPage } from './loading-page'
import { MissingFilePage } from './missing-file-page'
import { pageAt, pages } from './navigation'
import { PageHeader } from './page-header'
import { EmptyState } from './page-states'
import { RecordTitle } from './page-title'

const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)

interface ErrorPageProps extends ErrorComponentProps {
  /** What could not be loaded, if it is not the page but what the page is about: 'workspace'. */
  noun?: string
}

/** Shows why a page could not be loaded or rendered: no access, not found, or an error to retry. */
export function ErrorPage({ error: thrown, reset, noun }: ErrorPageProps) {
  const router = useRouter()
  const { href, pathname } = useLocation()
  const label = noun === undefined ? pageAt(pathname, pages)?.label : undefined
  const subject = label === undefined ? `this ${noun ?? 'page'}` : `the ${label} page`
  const { reset: resetQueries } = useQueryErrorResetBoundary()
  const error = toApiError(thrown)
  const retry = () => {
    resetQueries()
    reset()
    void router.invalidate()
  }
  // A new sign-in cancels what the one before was reading: it is read again.
  if (thrown instanceof CancelledError) return <Retry onRetry={retry} />
  const otherSignIn = (
    <LinkAnchor to="/sign-in" search={{ next: href }} fz="sm" underline="always">
      Sign in with another token
    </LinkAnchor>
  )
  if (error.isForbidden) {
    return (
      <div className="page-wide">
        <EmptyState isPage icon={<IconLock />} title={`You don’t have access to ${subject}`}>
          {error.message}. {otherSignIn}.
        </EmptyState>
      </div>
    )
  }
  if (error.isMissingOperation)
    return (
      <div className="page-wide">
        <EmptyState isPage icon={<IconEyeOff />} title={`${capitalized(subject)} isn’t available`}>
          {error.message}.
        </EmptyState>
      </div>
    )
  if (error.isMissing) {
    return (
      <div className="page-wide">
        <EmptyState
          isPage
          icon={<IconEyeOff />}
          title={`${capitalized(noun ?? 'page')} not found, or not visible to you`}
        >
          <Stack align="center" gap="xs">
            {error.message}.
            <LinkButton variant="default" size="compact-sm" to="/">
              Go to the start page
            </LinkButton>
            {otherSignIn}
          </Stack>
        </EmptyState>
      </div>
    )
  }
  if (isLoadError(thrown)) {
    // Rendered before its file was fetched again, the page would fail with the same error.
    const reload = async () => {
      await router.invalidate()
      reset()
    }
    return <MissingFilePage error={thrown} onRetry={() => void reload()} />
  }
  const failure = `${capitalized(subject)} couldn’t be opened`
  return (
    <div className="page">
      <RecordTitle>{failure}</RecordTitle>
      <PageHeader title={failure} />
      <ErrorAlert error={error} onRetry={retry} />
      {/* The sign-in dialog accepts one workspace, and there may be no menu to sign out. */}
      {error.isUnauthorized && <Text mt="sm">{otherSignIn}</Text>}
      {!(thrown instanceof ApiError) && <KeptChanges onDiscard={retry} />}
    </div>
  )
}

/** Offers a retry instead of showing an error. */
function Retry({ onRetry }: { onRetry: () => void }) {
  const retry = useEffectEvent(onRetry)
  useEffect(() => retry(), [])
  return <LoadingPage />
}

/** Unsaved changes that may be why a page can't be rendered: they can be copied and discarded. */
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
