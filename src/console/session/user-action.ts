/** How long after a click a request counts as caused by it. */
const effectMilliseconds = 1000
const actionable =
  'a[href], button, summary, input[type=checkbox], input[type=radio], [role=button], ' +
  '[role=link], [role=menuitem], [role=menuitemradio], [role=option], [role=switch], [role=tab]'

let lastActionAt = Number.NEGATIVE_INFINITY
let isNavigating = false
/** The user has declined to sign in for the navigation under way. */
let isDeclined = false

/**
 * What a request is caused by: by the user, by a navigation for which they have declined to sign
 * in, or by the page itself, which polls.
 */
type Cause = 'user' | 'declined navigation' | 'page'

// Enter and Space click a button too. A click on plain text or an empty area causes nothing.
if (typeof window !== 'undefined')
  window.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest(actionable) !== null) noteAction()
    },
    true,
  )

function noteAction(): void {
  lastActionAt = performance.now()
  isDeclined = false
}

/** Notes that a navigation starts or has ended. The new page sends its requests soon after that. */
export function noteNavigation(isUnderWay: boolean): void {
  if (isUnderWay) noteAction()
  else if (isNavigating) lastActionAt = performance.now()
  isNavigating = isUnderWay
}

/** Requests from now on are not caused by earlier actions. Those of a navigation were declined. */
export function forgetActions(): void {
  lastActionAt = Number.NEGATIVE_INFINITY
  isDeclined = isNavigating
}

/** Returns what a request that starts now is caused by. */
export function causeOfRequest(): Cause {
  if (!isNavigating && performance.now() - lastActionAt >= effectMilliseconds) return 'page'
  return isDeclined ? 'declined navigation' : 'user'
}
