import type { ReactNode } from 'react'
import classes from './section-nav.module.css'

interface SectionNavProps {
  label: string
  /** The sections of the page by id, in order. */
  parts: readonly { id: string; label: ReactNode; mark?: ReactNode }[]
  /** The page. */
  children: ReactNode
}

/** Shows a long page with links to its sections beside it, or above it on small screens. */
export function SectionNav({ label, parts, children }: SectionNavProps) {
  return (
    <div className={classes['layout']}>
      <nav aria-label={label} className={classes['nav']}>
        <ol>
          {parts.map(({ id, label: name, mark }) => (
            <li key={id}>
              <a href={`#${id}`}>
                {name}
                {mark}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <div>{children}</div>
    </div>
  )
}
