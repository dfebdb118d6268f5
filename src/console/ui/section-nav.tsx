import type { ReactNode } from 'react'
import classes from './section-nav.module.css'

interface SectionNavProps {
  label: string
  /** The parts of the page by the ids of their sections, in their order. */
  parts: readonly { id: string; label: ReactNode; mark?: ReactNode }[]
  /** The page that the rail stands beside. */
  children: ReactNode
}

/** A long page with the ways to its parts beside it; above it where there is little room. */
export function SectionNav({ label, parts, children }: SectionNavProps) {
  return (
    <div className={classes['beside']}>
      <nav aria-label={label} className={classes['rail']}>
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
