import { useEffect, useRef, useState, type ReactNode } from 'react'

interface NearScreenProps {
  children: ReactNode
  /** Keeps the place of the content. */
  placeholder: ReactNode
}

/** Shows content once it is at most one screen away, so that nothing is loaded for it before. */
export function NearScreen({ children, placeholder }: NearScreenProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (place.current === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true)
      },
      { rootMargin: '100%' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return isNear ? children : <div ref={place}>{placeholder}</div>
}
