import { Skeleton, Text } from '@mantine/core'
import { Suspense, useDeferredValue } from 'react'
import { lazyPart } from '@/console/ui/loading/load-part'
import { PreviewBoundary } from '@/console/ui/preview-boundary'

const SchemaForm = lazyPart(() => import('./schema-form'))

/** Previews the form of a JSON Schema. Input in it is discarded. Loaded on first use. */
export function SchemaPreview({ label, text }: { label: string; text: string }) {
  // A large form follows when the typing pauses.
  const shown = useDeferredValue(text)
  return (
    <div
      role="group"
      aria-label={label}
      className="panel"
      style={{ padding: 'var(--mantine-spacing-sm)' }}
    >
      <Text fz="xs" c="dimmed" mb="xs">
        Form preview
      </Text>
      <PreviewBoundary text={shown}>
        <Suspense
          fallback={<Skeleton height="1.25rem" role="status" aria-label="Loading the form" />}
        >
          <SchemaForm text={shown} />
        </Suspense>
      </PreviewBoundary>
    </div>
  )
}
