import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './loading/error-boundary'

interface PreviewBoundaryProps {
  /** The previewed text. When it changes, the preview is rendered again. */
  text: string
  children: ReactNode
  fallback?: ReactNode
}

const notShown = (
  <Text fz="sm" c="dimmed">
    This can’t be previewed. You can save it all the same.
  </Text>
)

/** Shows a preview of text while it is typed. No input can break the page. */
export function PreviewBoundary({ text, children, fallback = notShown }: PreviewBoundaryProps) {
  return (
    <ErrorBoundary resetKey={text} fallback={fallback}>
      {children}
    </ErrorBoundary>
  )
}
