/** How long after a click a request counts as caused by it. */
const effectMilliseconds = 1000
const actionable =
  'a[href], button, summary, input[type=checkbox], input[type=radio], [role=button], ' +
  '[role=link], [role=menuitem], [role=menuitemradio], [role=option], [role=switch], [role=tab]'

let lastActionAt = Number.NEGATIVE_INFINITY
let isNavigating = false

// Enter and Space click a button too. A click on plain text or an empty area causes nothing.
if (typeof window !== 'undefined')
  window.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest(actionable) !== null)
        lastActionAt = performance.now()
    },
    true,
  )

/** Notes that a navigation starts or has ended. */
export function noteNavigation(isUnderWay: boolean): void {
  isNavigating = isUnderWay
  if (isUnderWay) lastActionAt = performance.now()
}

/** Requests from now on are not caused by earlier actions. */
export function forgetActions(): void {
  lastActionAt = Number.NEGATIVE_INFINITY
  isNavigating = false
}

/** Whether a request that starts now is caused by the user rather than by a poll. */
export function isUserActing(): boolean {
  return isNavigating || performance.now() - lastActionAt < effectMilliseconds
}
