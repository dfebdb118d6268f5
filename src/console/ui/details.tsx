import { useState, type CSSProperties, type ReactNode } from 'react'

interface DetailsProps {
  summary: ReactNode
  summaryClass?: string
  style?: CSSProperties
  isInitiallyOpen?: boolean
  onToggle?: (isOpen: boolean) => void
  children: ReactNode
}

/** Content that is folded away. It is rendered only while it is open, since it can be long. */
export function Details({
  summary,
  summaryClass,
  style,
  isInitiallyOpen = false,
  onToggle,
  children,
}: DetailsProps) {
  const [opened, setOpened] = useState(isInitiallyOpen)
  return (
    <details
      style={style}
      open={opened}
      onToggle={({ currentTarget: { open } }) => {
        setOpened(open)
        onToggle?.(open)
      }}
    >
      <summary className={summaryClass}>{summary}</summary>
      {opened && children}
    </details>
  )
}
