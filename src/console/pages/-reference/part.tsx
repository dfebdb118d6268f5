import { Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A titled part of a page of the reference. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  )
}
