import { Skeleton, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'

const SchemaForm = lazy(() => import('./schema-form'))

/** The form that a JSON Schema makes, to be tried. What is typed into it goes nowhere. Loaded when it is first needed. */
export function SchemaPreview({ label, text }: { label: string; text: string }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="panel"
      style={{ padding: 'var(--mantine-spacing-sm)' }}
    >
      <Text fz="xs" c="dimmed" mb="xs">
        The form that it makes
      </Text>
      <Suspense
        fallback={<Skeleton height="1.25rem" role="status" aria-label="Loading the form" />}
      >
        <SchemaForm text={text} />
      </Suspense>
    </div>
  )
}
