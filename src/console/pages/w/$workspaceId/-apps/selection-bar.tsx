import type { ReactNode } from 'react'
import classes from './selection-bar.module.css'

/** What can be done with the selected rows, always in view below the table. */
export function SelectionBar({ children }: { children: ReactNode }) {
  return (
    <div role="region" aria-label="Selection" className={classes['bar']}>
      {children}
    </div>
  )
}
