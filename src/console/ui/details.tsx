import { useState, type CSSProperties, type ReactNode } from 'react'

interface DetailsProps {
  summary: ReactNode
  summaryClass?: string
  style?: CSSProperties
  children: ReactNode
}

/** Content that is folded away. It is rendered only while it is open, since it can be long. */
export function Details({ summary, summaryClass, style, children }: DetailsProps) {
  const [opened, setOpened] = useState(false)
  return (
    <details style={style} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={summaryClass}>{summary}</summary>
      {opened && children}
    </details>
  )
}
