const failedStyleSheets = new Set<HTMLLinkElement>()

/** Asks again for style sheets that could not be loaded: the bundler asks for each only once. */
export function reloadStyleSheets(): void {
  const links = [...failedStyleSheets]
  failedStyleSheets.clear()
  for (const link of links) link.replaceWith(link.cloneNode())
}

/** Notes which style sheets could not be loaded, and asks for them again with the next network. */
export function watchStyleSheets(): void {
  const noteFailure = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet')
      failedStyleSheets.add(target)
  }
  addEventListener('error', noteFailure, { capture: true })
  addEventListener('online', reloadStyleSheets)
}
