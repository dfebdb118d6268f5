/** How many elements around the pointed one can be the one that cuts its text. */
const depth = 3

function isCut(element: HTMLElement): boolean {
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  return (
    (textOverflow === 'ellipsis' && element.scrollWidth > element.clientWidth) ||
    (webkitLineClamp !== 'none' && element.scrollHeight > element.clientHeight)
  )
}

/** Shows the whole of a text that ends in an ellipsis as the tooltip of the browser. */
export function titleCutText(): void {
  const titled = new WeakSet<HTMLElement>()
  document.addEventListener('mouseover', ({ target }) => {
    let element = target instanceof HTMLElement ? target : null
    for (let level = 0; level < depth && element !== null; level += 1) {
      // The text may have changed since, or be wider than it was.
      if (titled.delete(element)) element.removeAttribute('title')
      if (!element.hasAttribute('title') && isCut(element)) {
        element.title = element.textContent.trim()
        titled.add(element)
        return
      }
      element = element.parentElement
    }
  })
}
