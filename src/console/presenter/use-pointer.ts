import { useEffect } from 'react'

const pointMilliseconds = 250

/** Marks what a step points at, and scrolls it into view when it appears or has grown. */
export function usePointer(find: (() => HTMLElement | undefined) | undefined): void {
  useEffect(() => {
    if (find === undefined) return
    let marked: HTMLElement | undefined
    let height = 0
    const point = () => {
      const element = find()
      if (element !== marked) marked?.removeAttribute('data-presented')
      marked = element
      if (element === undefined) return
      element.setAttribute('data-presented', '')
      if (element.offsetHeight > height) element.scrollIntoView({ block: 'nearest' })
      height = Math.max(height, element.offsetHeight)
    }
    // The page renders by itself: the element may come later, or be replaced.
    const timer = setInterval(point, pointMilliseconds)
    point()
    return () => {
      clearInterval(timer)
      marked?.removeAttribute('data-presented')
    }
  }, [find])
}
