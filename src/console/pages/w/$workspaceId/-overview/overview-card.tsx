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

/** A row of a card: a label and its value. */
export function OverviewRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="sm" py={3}>
      {/* A long value leaves room for a label of two words. */}
      <Text component="div" fz="sm" miw="6rem" style={{ overflowWrap: 'anywhere' }}>
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

/** What a card says when it has no rows. */
export function OverviewNote({ children }: { children: ReactNode }) {
  return (
    <Text fz="sm" c="dimmed">
      {children}
    </Text>
  )
}
