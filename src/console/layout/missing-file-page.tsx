import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconCloudOff, IconRefresh } from '@/console/ui/icons.gen'
import {
  loadFailureOf,
  reloadKeepingChanges,
  untilHostReturns,
  type LoadFailure,
} from '@/console/ui/loading/load-failure'
import { LoadingPage } from './loading-page'
import { EmptyState } from './page-states'

interface MissingFilePageProps {
  error: Error
  onRetry: () => void
}

/**
 * Whether a page was opened again because the server responds. If its file still fails, only a
 * reload helps: Firefox remembers which files failed.
 */
let wasRetried = false

/**
 * Shown where the file of a page could not be loaded: a deployment replaced it, or the server did
 * not respond. Once it does, which may be already, the page opens by itself.
 */
export function MissingFilePage({ error, onRetry }: MissingFilePageProps) {
  const [failure, setFailure] = useState<LoadFailure>()
  useEffect(() => {
    let isCurrent = true
    void loadFailureOf(error).then((found) => {
      if (!isCurrent) return
      if (found === 'gone' && wasRetried) void reloadKeepingChanges()
      else setFailure(found)
    })
    return () => {
      isCurrent = false
    }
  }, [error])
  const isUnreachable = failure === 'unreachable'
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    if (!isUnreachable) return undefined
    let isCurrent = true
    void untilHostReturns().then(() => {
      if (!isCurrent) return
      wasRetried = true
      retry()
    })
    return () => {
      isCurrent = false
    }
  }, [isUnreachable])
  if (failure === undefined) return <LoadingPage />
  return (
    <div className="page-wide">
      {isUnreachable ? (
        <EmptyState isPage icon={<IconCloudOff />} title="Can’t reach the server">
          This page opens once the server responds.
        </EmptyState>
      ) : (
        <EmptyState isPage icon={<IconRefresh />} title="A new version is available">
          <Button size="compact-sm" onClick={() => void reloadKeepingChanges()}>
            Reload
          </Button>
        </EmptyState>
      )}
    </div>
  )
}
