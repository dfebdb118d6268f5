/**
 * Refuses files that are dropped where nothing takes them: the browser would leave the page, and
 * open the file in its place. A code editor takes files itself.
 * @returns a function that stops refusing them
 */
export function refuseFileDrops(): () => void {
  const refuse = (event: DragEvent) => {
    const { target, dataTransfer, defaultPrevented } = event
    // In Firefox, the target can be a text.
    const element = target instanceof Text ? target.parentElement : target
    const isEditor = element instanceof HTMLElement && element.isContentEditable
    if (defaultPrevented || isEditor || dataTransfer?.types.includes('Files') !== true) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  window.addEventListener('dragover', refuse)
  window.addEventListener('drop', refuse)
  return () => {
    window.removeEventListener('dragover', refuse)
    window.removeEventListener('drop', refuse)
  }
}
