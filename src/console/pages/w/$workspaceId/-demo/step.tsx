import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './demo.module.css'

interface StepProps {
  number: number
  title: string
  children: ReactNode
}

/** A numbered step of the walkthrough. */
export function Step({ number, title, children }: StepProps) {
  return (
    <section className={`panel ${classes['step']}`} aria-label={title}>
      <Group gap="xs" mb={6}>
        <Text span fw={700} c="dimmed">
          {number}
        </Text>
        <Text component="h2" fz="md" fw={620} m={0}>
          {title}
        </Text>
      </Group>
      {children}
    </section>
  )
}
