import { Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

/** A section of a form with a heading. */
export function Section({
  id,
  title,
  description,
  children,
}: {
  id?: string | undefined
  title: string
  description?: ReactNode
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      style={{ marginBottom: 'var(--mantine-spacing-lg)' }}
    >
      <Title order={2} id={titleId}>
        {title}
      </Title>
      {description !== undefined && (
        <Text fz="sm" c="dimmed">
          {description}
        </Text>
      )}
      <div className="panel rows" style={{ marginTop: 'var(--mantine-spacing-xs)' }}>
        {children}
      </div>
    </section>
  )
}
