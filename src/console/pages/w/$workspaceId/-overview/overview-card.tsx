import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './overview-card.module.css'

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
    <section className={`panel ${classes['card']}`} aria-label={title}>
      <div className={classes['head']}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

/**
 * A row of a card: a label and its value. Without components of the library, which were a sixth of
 * all that the page renders.
 */
export function OverviewRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={classes['row']}>
      <div className={classes['label']}>{label}</div>
      <div className={`figures ${classes['value']}`}>{children}</div>
    </div>
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
