import { Suspense, useEffect, type ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary'
import { reportLoadFailure } from './new-version'

interface LoadedPartProps {
  children: ReactNode
  /** Stands in while the part is being loaded. */
  loading?: ReactNode
  /** Stands in for a part that could not be loaded or rendered. */
  failed?: ReactNode
  onError?: (() => void) | undefined
}

/** A place for a part of the console that is loaded later. When it fails, the page goes on. */
export function LoadedPart({ children, loading = null, failed = null, onError }: LoadedPartProps) {
  return (
    <ErrorBoundary fallback={failed} onError={onError}>
      <Suspense fallback={loading}>{children}</Suspense>
    </ErrorBoundary>
  )
}

/** Stands in for a dialog that could not be loaded: opening it shows why. */
export function FailedDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  useEffect(() => {
    if (!opened) return
    onClose()
    reportLoadFailure()
  }, [opened, onClose])
  return null
}
