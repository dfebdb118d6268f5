import { Suspense, useEffect, type ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary'
import { reportLoadFailure, useHostReturns } from './load-failure'

interface LoadedPartProps {
  children: ReactNode
  /** Shown while the part is loading. */
  loading?: ReactNode
  /** Shown if the part could not be loaded or rendered. */
  failed?: ReactNode
  /** Whether that stays when the part could be loaded again: someone may be typing in it. */
  staysFailed?: boolean
  onError?: (() => void) | undefined
}

/**
 * Wraps a lazily loaded part of the console. If it fails, the rest of the page keeps working, and
 * the part is loaded again once the server responds.
 */
export function LoadedPart({
  children,
  loading = null,
  failed = null,
  staysFailed = false,
  onError,
}: LoadedPartProps) {
  const returns = useHostReturns()
  return (
    <ErrorBoundary
      fallback={failed}
      resetKey={staysFailed ? undefined : String(returns)}
      onError={onError}
    >
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** Replaces a dialog that could not be loaded, and shows why. */
export function FailedDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  useEffect(() => {
    if (!opened) return
    onClose()
    reportLoadFailure()
  }, [opened, onClose])
  return null
}
