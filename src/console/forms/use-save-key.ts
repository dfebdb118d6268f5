import { useEffect, useEffectEvent } from 'react'

/**
 * Runs an action on Ctrl+S, after committing text that is being typed into a cell. An open dialog
 * prevents it.
 */
export function useSaveKey(action: () => void): void {
  const run = useEffectEvent(action)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isSave = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isSave || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (document.querySelector('[role="dialog"]') !== null) return
      const active = document.activeElement
      if (active instanceof HTMLInputElement && active.closest('[role="grid"]') !== null)
        active.blur()
      // Reads the edits once the cell is closed.
      setTimeout(() => run())
    }
    // Captured, because a cell that is being typed into keeps its keys to itself.
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [])
}
