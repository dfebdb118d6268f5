import { Text, Title } from '@mantine/core'
import { useId, type ReactNode } from 'react'

/** A part of a form under a heading of its own. */
export function Section({ title, description, children }: { title: string; description?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} style={{ marginBottom: 'var(--mantine-spacing-lg)' }}>
      <Title order={2} id={id}>{title}</Title>
      {description !== undefined && <Text fz="sm" c="dimmed">{description}</Text>}
      <div className="panel rows" style={{ marginTop: 'var(--mantine-spacing-xs)' }}>{children}</div>
    </section>
  )
}
