import { useQueryClient } from '@tanstack/react-query'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { useEffect } from 'react'
import { inFewTabs } from '@/console/browser/in-few-tabs'
import { pause } from '@/console/browser/pause'
import { useSession } from '@/console/session/use-session'
import { changeOperations, heartbeatSeconds, type Change } from '@/contract/changes'
import { toApiError } from './api-error'
import { openStream } from './client'
import { invalidate } from './invalidate'
import { staleKeysAfterChange } from './stale-keys'
import { isOwnWrite, isWatching, rememberChange } from './watching'

/** A connection that is silent for as long as three heartbeats is dead. */
const silenceMilliseconds = 3 * heartbeatSeconds * 1000
/** A tab in the background keeps its connection this long. */
const hiddenMilliseconds = 5000
/** Without HTTP/2, all tabs share six connections to a server, and most are for requests. */
const maxWatchingTabs = 3
const retryMilliseconds = { first: 1000, max: 30_000 } as const
/** Queries are read again at most this often, however many changes there are. */
const readPauseMilliseconds = 1000

/** Reads changes until the stream ends or falls silent. @throws ApiError when it can't be opened */
async function readChanges(
  workspaceId: string,
  signal: AbortSignal,
  { onOpen, onChange }: { onOpen: () => void; onChange: (change: Change) => void },
): Promise<void> {
  const silent = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const noteActivity = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silent.abort(), silenceMilliseconds)
  }
  try {
    const { body } = await openStream(
      changeOperations.watchChanges,
      { query: { workspaceId } },
      AbortSignal.any([signal, silent.signal]),
    )
    if (body === null) return
    noteActivity()
    isWatching.set(true)
    onOpen()
    const events = body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream({ onComment: noteActivity }))
      .getReader()
    for (;;) {
      const { value, done } = await events.read()
      if (done) return
      noteActivity()
      const change = changeOperations.watchChanges.response.safeParse(JSON.parse(value.data))
      // A newer server may know more kinds.
      if (change.success) onChange(change.data)
    }
  } finally {
    isWatching.set(false)
    clearTimeout(timer)
  }
}

/** Whether a retry is pointless: the engine has no such operation, or refuses the token. */
function isFinal(error: unknown): boolean {
  const { status } = toApiError(error)
  return status >= 400 && status < 500 && status !== 429
}

/**
 * Watches a workspace until the signal aborts, and reconnects after each interruption. Changes
 * during one are not sent later: `onMissed` is called, since some may be missed. If too many tabs
 * watch already, this one waits for its turn; meanwhile it polls as if there were no watch.
 */
async function keepWatching(
  workspaceId: string,
  signal: AbortSignal,
  listeners: { onMissed: () => void; onChange: (change: Change) => void },
): Promise<void> {
  let wait: number = retryMilliseconds.first
  let isFirst = true
  const read = () =>
    readChanges(workspaceId, signal, {
      onOpen: () => {
        wait = retryMilliseconds.first
        if (!isFirst) listeners.onMissed()
      },
      onChange: listeners.onChange,
    })
  while (!signal.aborted) {
    try {
      await inFewTabs('signalbox-watch', maxWatchingTabs, read)
    } catch (error) {
      if (isFinal(error)) {
        // Lists relied on the watch, and the user learns of a refused token by reading only.
        if (!isFirst) listeners.onMissed()
        return
      }
    }
    isFirst = false
    // With jitter, so that tabs don't reconnect at the same moment.
    await pause(wait * (0.5 + Math.random()), signal)
    wait = Math.min(2 * wait, retryMilliseconds.max)
  }
}

/** Throttles an action: it runs soon after a request, and at most once per pause. */
function throttled(action: () => void): { request: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRequested = false
  const run = () => {
    timer = undefined
    if (!isRequested) return
    isRequested = false
    action()
    timer = setTimeout(run, readPauseMilliseconds)
  }
  return {
    request: () => {
      isRequested = true
      timer ??= setTimeout(run)
    },
    cancel: () => clearTimeout(timer),
  }
}

/**
 * Runs something while the tab is visible, and a moment longer: its signal aborts then.
 * @returns what ends that
 */
function whileVisible(run: (signal: AbortSignal) => void): () => void {
  let running: AbortController | undefined
  let closing: ReturnType<typeof setTimeout> | undefined
  const close = () => {
    clearTimeout(closing)
    running?.abort()
    running = undefined
  }
  const follow = () => {
    clearTimeout(closing)
    if (document.visibilityState !== 'visible') closing = setTimeout(close, hiddenMilliseconds)
    else if (running === undefined) {
      running = new AbortController()
      run(running.signal)
    }
  }
  follow()
  document.addEventListener('visibilitychange', follow)
  return () => {
    document.removeEventListener('visibilitychange', follow)
    close()
  }
}

/** Keeps what is shown of a workspace up to date, with one connection while the tab is visible. */
export default function WatchChanges({ workspaceId }: { workspaceId: string }) {
  const client = useQueryClient()
  const session = useSession()
  const token = session?.token
  useEffect(() => {
    if (token === undefined) return undefined
    const stale = new Map<string, readonly string[]>()
    const reading = throttled(() => {
      const keys = [...stale.values()]
      stale.clear()
      for (const queryKey of keys) void invalidate(client, { queryKey }, true)
    })
    const onMissed = () => void invalidate(client)
    const onChange = (change: Change) => {
      if (isOwnWrite(change)) return
      if (change.kind === 'workspace') rememberChange(workspaceId, change)
      if (change.kind === 'connectors' && change.id !== undefined) rememberChange(change.id, change)
      for (const key of staleKeysAfterChange(change.kind)) stale.set(key.join(' '), key)
      reading.request()
    }
    let isFirst = true
    const stop = whileVisible((signal) => {
      if (!isFirst) onMissed()
      isFirst = false
      void keepWatching(workspaceId, signal, { onMissed, onChange })
    })
    return () => {
      stop()
      reading.cancel()
    }
  }, [client, token, workspaceId])
  return null
}
