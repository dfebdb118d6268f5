import { useIntersection } from '@mantine/hooks'
import { useState, type ReactNode } from 'react'

interface NearScreenProps {
  children: ReactNode
  /** Keeps the place of the content. */
  placeholder: ReactNode
}

/** Shows content once it is at most one screen away, so that nothing is loaded for it before. */
export function NearScreen({ children, placeholder }: NearScreenProps) {
  const { ref, entry } = useIntersection({ rootMargin: '100%' })
  const [wasNear, setWasNear] = useState(false)
  if (entry?.isIntersecting === true && !wasNear) setWasNear(true)
  return wasNear ? children : <div ref={ref}>{placeholder}</div>
}
