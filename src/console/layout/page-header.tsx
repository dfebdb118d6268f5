import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** The head of a page: title, description and actions. */
export function PageHeader({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <Group justify="space-between" align="flex-start" mb="md" gap="sm">
      {/* A long text takes several lines beside the actions; on a phone they are below it. */}
      <div style={{ flex: '1 1 24rem', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Title order={1}>{title}</Title>
        {children !== undefined && (
          <Text component="div" fz="sm" c="dimmed" mt={2}>
            {children}
          </Text>
        )}
      </div>
      {actions !== undefined && <Group gap="xs">{actions}</Group>}
    </Group>
  )
}
