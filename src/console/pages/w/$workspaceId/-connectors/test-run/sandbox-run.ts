import { z } from 'zod'
import { parseJson } from '@/console/browser/parse-json'
import { fileAddress } from '@/console/browser/site'

/** A run that takes longer is ended. */
export const timeLimitSeconds = 5
/** How long the sandbox may take to load. */
const loadLimitSeconds = 20

/** The response that requests of the code get. */
export const cannedResponseSchema = z.strictObject({
  status: z.int().min(200, 'Use a status from 200 to 599').max(599, 'Use a status from 200 to 599'),
  headers: z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/)).optional(),
  body: z.unknown().optional(),
})

interface SandboxRun {
  code: string
  /** The argument of the function. */
  input: unknown
  response: z.infer<typeof cannedResponseSchema>
}

const logSchema = z.object({ type: z.literal('log'), level: z.string(), text: z.string() })
const requestSchema = z.object({
  type: z.literal('request'),
  method: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
})
const resultSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('returned'),
    milliseconds: z.number(),
    valueType: z.string(),
    /** Absent if JSON cannot express the value. */
    json: z.string().optional(),
  }),
  z.object({
    type: z.literal('failed'),
    milliseconds: z.number(),
    message: z.string(),
    /** The line of the code, if it is known. */
    line: z.int().positive().optional(),
  }),
])
/** What the sandbox reports, which nothing in the console trusts: untrusted code may write it. */
const messageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  logSchema,
  requestSchema,
  resultSchema,
])
type Message = z.infer<typeof messageSchema>

export type SandboxResult =
  | z.infer<typeof resultSchema>
  | { type: 'timed-out' | 'cancelled' | 'unavailable' }

/** What a run has reported so far. */
export interface RunReport {
  /** Absent while it is running. */
  result?: SandboxResult
  logs: readonly z.infer<typeof logSchema>[]
  requests: readonly z.infer<typeof requestSchema>[]
}

export const emptyReport: RunReport = { logs: [], requests: [] }

/** Returns a message of the sandbox; undefined if it has another form. */
export function parseMessage(data: unknown): Message | undefined {
  return typeof data === 'string' ? messageSchema.safeParse(parseJson(data)).data : undefined
}

/** Adds a message of the sandbox to a report. */
export function withMessage(report: RunReport, message: Message): RunReport {
  switch (message.type) {
    case 'ready':
      return report
    case 'log':
      return { ...report, logs: [...report.logs, message] }
    case 'request':
      return { ...report, requests: [...report.requests, message] }
    case 'returned':
    case 'failed':
      return { ...report, result: message }
  }
}

/**
 * Runs code in a page without an origin (public/sandbox.html), which is removed with all that it
 * started when the run has a result, takes too long or is cancelled.
 */
export function runInSandbox(
  run: SandboxRun,
  signal: AbortSignal,
  onReport: (report: RunReport) => void,
): void {
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.title = 'Sandbox of the test run'
  frame.hidden = true
  frame.src = fileAddress('/sandbox.html')
  let report = emptyReport
  let isStarted = false
  let timer = setTimeout(() => end({ type: 'unavailable' }), loadLimitSeconds * 1000)

  function update(next: RunReport) {
    report = next
    if (report.result !== undefined) {
      clearTimeout(timer)
      removeEventListener('message', onMessage)
      signal.removeEventListener('abort', onAbort)
      frame.remove()
    }
    onReport(report)
  }
  const end = (result: SandboxResult) => update({ ...report, result })
  const onAbort = () => end({ type: 'cancelled' })

  function onMessage({ source, origin, data }: MessageEvent<unknown>) {
    if (source !== frame.contentWindow || origin !== 'null') return
    const message = parseMessage(data)
    if (message?.type === 'ready') {
      // The code can send this too, and would get another time limit.
      if (isStarted) return
      isStarted = true
      clearTimeout(timer)
      timer = setTimeout(() => end({ type: 'timed-out' }), timeLimitSeconds * 1000)
      // A page without an origin can be addressed only like this.
      frame.contentWindow?.postMessage(run, '*')
    } else if (message !== undefined) update(withMessage(report, message))
  }

  signal.addEventListener('abort', onAbort)
  addEventListener('message', onMessage)
  document.body.append(frame)
}
