import { useEffect } from 'react'

/** A dialog that closes gives the focus back by itself: it is waited for. */
const patienceMilliseconds = 60

/**
 * Keeps the keyboard where it was: when what had the focus goes away, with its row or its dialog, the nearest that is
 * still there of what it stood in gets it, and else the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let stoodIn: readonly HTMLElement[] = []
    let waiting: ReturnType<typeof setTimeout> | undefined
    const remember = (event: FocusEvent) => {
      stoodIn = event.composedPath().filter((place) => place instanceof HTMLElement)
    }
    const keep = () => {
      waiting = undefined
      if (document.activeElement !== document.body || stoodIn[0]?.isConnected !== false) return
      const nearest =
        stoodIn.find((place) => place.isConnected && place.hasAttribute('tabindex')) ??
        document.getElementById('content')
      nearest?.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      if (
        waiting === undefined &&
        document.activeElement === document.body &&
        stoodIn[0]?.isConnected === false
      )
        waiting = setTimeout(keep, patienceMilliseconds)
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
      clearTimeout(waiting)
    }
  }, [])
}
