/** How long after a click a request counts as caused by it. */
const effectMilliseconds = 1000
const actionable =
  'a[href], button, summary, input[type=checkbox], input[type=radio], [role=button], ' +
  '[role=link], [role=menuitem], [role=menuitemradio], [role=option], [role=switch], [role=tab]'

let lastActionAt = Number.NEGATIVE_INFINITY
let isNavigating = false

// Enter and Space on a button click it too. A click into a text, or beside everything, asks for nothing.
if (typeof window !== 'undefined')
  window.addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest(actionable) !== null)
        lastActionAt = performance.now()
    },
    true,
  )

/** Notes that a navigation begins, or has ended. */
export function noteNavigation(isUnderWay: boolean): void {
  isNavigating = isUnderWay
  if (isUnderWay) lastActionAt = performance.now()
}

/** What the person did so far causes nothing any more. */
export function forgetActions(): void {
  lastActionAt = Number.NEGATIVE_INFINITY
  isNavigating = false
}

/** Whether a request that starts now is caused by what the person does, rather than by a poll. */
export function isUserActing(): boolean {
  return isNavigating || performance.now() - lastActionAt < effectMilliseconds
}
