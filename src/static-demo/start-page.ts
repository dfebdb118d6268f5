import type { Progress } from './messages'

/** Shows how far the start of the demo is, or why it failed, on the start page. */
export function showOnStartPage(progress: Progress): void {
  const start = document.getElementById('start')
  const text = document.getElementById('start-text')
  const bar = document.getElementById('start-progress')
  if (start === null || text === null || !(bar instanceof HTMLProgressElement)) return
  bar.hidden = progress.kind === 'waiting' || progress.kind === 'failed'
  if (progress.kind === 'loading') bar.value = progress.share
  if (progress.kind === 'loading' || progress.kind === 'starting')
    text.textContent = 'Starting the demo in this tab…'
  if (progress.kind === 'waiting')
    // Tabs of the same version share a worker, if the browser has shared ones.
    text.textContent = `${
      'SharedWorker' in window ? 'Another version of the demo' : 'The demo'
    } is open in another tab. Close that tab to continue here.`
  if (progress.kind === 'failed') {
    text.textContent = `The demo could not be started: ${progress.message}. Reload the page.`
    // On later visits, the console may be visible already.
    start.hidden = false
    document.getElementById('root')?.setAttribute('inert', '')
  }
}
