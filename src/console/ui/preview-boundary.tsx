import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary'

interface PreviewBoundaryProps {
  /** The text that is previewed. When it changes, the preview is tried again. */
  text: string
  children: ReactNode
  fallback?: ReactNode
}

const notShown = (
  <Text fz="sm" c="dimmed">
    This can’t be previewed. You can save it all the same.
  </Text>
)

/** Shows a preview of what is being typed. Nothing that is typed can take the page down. */
export function PreviewBoundary({ text, children, fallback = notShown }: PreviewBoundaryProps) {
  return (
    <ErrorBoundary resetKey={text} fallback={fallback}>
      {children}
    </ErrorBoundary>
  )
}
