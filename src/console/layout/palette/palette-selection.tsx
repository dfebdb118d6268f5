import { VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { paletteStore } from './palette-opener'

/** Selects the first action unless another is selected. Returns the selected one. */
function selectAction(dialog: Element): HTMLElement | undefined {
  const { query, selected } = paletteStore.getState()
  const actions = [...dialog.querySelectorAll<HTMLElement>('[data-action]')]
  const known = actions.findIndex((action) => action.hasAttribute('data-selected'))
  const index = known === -1 && query !== '' ? 0 : known
  const action = actions[index]
  if (known === -1) action?.setAttribute('data-selected', 'true')
  if (action !== undefined && index !== selected)
    paletteStore.updateState((state) => ({ ...state, selected: index }))
  return action
}

/**
 * Keeps an action of the palette selected, and announces it. Mantine selects one while the user
 * types, but not when results arrive later: Enter did not open them. It keeps the selection in the
 * document alone, which is therefore watched.
 */
export function PaletteSelection({ nothingFound }: { nothingFound: string }) {
  const status = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = status.current
    const dialog = element?.closest('[role=dialog]')
    if (element === null || dialog === null || dialog === undefined) return undefined
    const follow = () => {
      const nothing = paletteStore.getState().query === '' ? '' : nothingFound
      const text = selectAction(dialog)?.innerText.replaceAll('\n', ', ') ?? nothing
      if (element.textContent !== text) element.textContent = text
    }
    follow()
    const observer = new MutationObserver(follow)
    const attributeFilter = ['data-selected']
    observer.observe(dialog, { subtree: true, childList: true, attributeFilter })
    return () => observer.disconnect()
  }, [nothingFound])
  return <VisuallyHidden ref={status} role="status" />
}
