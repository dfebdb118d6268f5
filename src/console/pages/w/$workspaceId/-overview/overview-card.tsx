import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/** A titled region of the overview, with a link to the page that has it all. */
export function OverviewCard({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="panel" style={{ padding: 'var(--mantine-spacing-md)' }} aria-label={title}>
      <Group justify="space-between" mb="xs">
        <Text component="h2" fz="md" fw={620} m={0}>
          {title}
        </Text>
        {action}
      </Group>
      {children}
    </section>
  )
}

/** A label and its value. */
export function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" py={3}>
      <Text component="div" fz="sm">
        {label}
      </Text>
      <Text
        component="div"
        fz="sm"
        ta="right"
        className="figures"
        style={{ overflowWrap: 'anywhere' }}
      >
        {children}
      </Text>
    </Group>
  )
}

export function Dimmed({ children }: { children: ReactNode }) {
  return (
    <Text fz="sm" c="dimmed">
      {children}
    </Text>
  )
}
