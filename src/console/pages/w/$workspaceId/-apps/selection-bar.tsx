import type { ReactNode } from 'react'
import classes from './selection-bar.module.css'

/** The actions for the selected rows, always visible below the table. */
export function SelectionBar({ children }: { children: ReactNode }) {
  return (
    <div role="region" aria-label="Selection" className={classes['bar']}>
      {children}
    </div>
  )
}
