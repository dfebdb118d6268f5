import type { Context } from 'hono'
import type { Operation } from '@/contract/operation'
import { operations, type OperationId } from '@/contract/operations'
import type { RequestContext } from '@/server/core/context'
import type { WorkspaceTurns } from '@/server/core/workspace-turns'
import { retryOnConflict } from '@/server/store/retry'
import { assertDemoAccess } from './demo-access'
import { authenticateRequest, guard, type GuardOptions } from './guard'
import { guardedHandlers, openHandlers, streamHandlers } from './handlers'
import type { HonoEnv } from './hono-env'
import { withIdempotency } from './idempotency'
import {
  isOpen,
  isStream,
  type GuardedHandlers,
  type OpenHandlers,
  type StreamHandlers,
} from './operation-kinds'
import { send, toResponse } from './operation-response'
import { readRequest, type Received } from './read-request'
import { maxBodyBytes, readBody } from './request-body'
import { sendEvents } from './send-events'
import { sendLines } from './send-lines'
import { timeLimit } from './time-limit'
import { countedBytes, type UnreadResponses } from './unread-responses'

export interface HandlerOptions extends GuardOptions {
  /** Closes the connection of a request whose response fails after it has begun. */
  disconnect?: ((c: Context) => void) | undefined
  /** Calls a function when the response was received, or the connection closed. */
  onReceived?: ((c: Context, received: () => void) => void) | undefined
  unreadResponses: UnreadResponses
  /** The turns of exports. */
  exportTurns: WorkspaceTurns
  /** The turns of requests with large bodies. */
  largeBodyTurns: WorkspaceTurns
}

/**
 * Reads the body of a request.
 * @param onLarge waits until a large body may be buffered
 * @throws payload_too_large, and what `onLarge` throws
 */
async function receiveBody(
  c: Context<HonoEnv>,
  maxBytes: number,
  onLarge: (megabytes: number) => Promise<void> = async () => {},
): Promise<Received> {
  const request = c.req.raw
  return { request, params: c.req.param(), body: await readBody(request, maxBytes, onLarge) }
}

async function runOpen<Id extends keyof OpenHandlers>(
  id: Id,
  handler: OpenHandlers[Id],
  { requestMilliseconds }: HandlerOptions,
  c: Context<HonoEnv>,
) {
  const dependencies = c.get('dependencies')
  const { cursorSigner } = dependencies
  const request = readRequest(id, await receiveBody(c, maxBodyBytes.open), cursorSigner)
  const inTime = timeLimit(requestMilliseconds)
  return toResponse(
    operations[id],
    await inTime(handler({ ...dependencies, requestId: c.get('requestId') }, request)),
    cursorSigner,
  )
}

function runGuarded<Id extends keyof GuardedHandlers>(
  id: Id,
  handler: GuardedHandlers[Id],
  options: HandlerOptions,
  c: Context<HonoEnv>,
) {
  const operation: Operation = operations[id]
  const { cursorSigner } = c.get('dependencies')
  return guard(id, options, c, async (context, inTime) => {
    let endTurn = () => {}
    try {
      const received = await receiveBody(c, maxBodyBytes.guarded, async (megabytes) => {
        endTurn = await options.largeBodyTurns.take(context.caller, megabytes)
      })
      const run = async (as: RequestContext) => {
        const request = readRequest(id, received, cursorSigner)
        // What a write does in a transaction is repeated by `writing`; it may do more than that.
        const handled =
          operation.method === 'GET'
            ? retryOnConflict(() => handler(as, request))
            : handler(as, request)
        const result = await (operation.slow === true ? handled : inTime(handled))
        return toResponse(operation, result, cursorSigner)
      }
      return await (operation.method === 'POST'
        ? withIdempotency(context, received, run)
        : run(context))
    } finally {
      endTurn()
    }
  })
}

/** Evicts the tokens of the workspaces that a write may have changed, and reports the change. */
function publishWrite(c: Context<HonoEnv>) {
  const { authCache, changes } = c.get('dependencies')
  const caller = c.get('caller')
  // Without one, nothing was written.
  if (caller === undefined) return
  // Operators write to any workspace.
  if (caller.role === 'operator') authCache.clear()
  else authCache.evict(caller.workspaceId)
  changes.checkNow()
}

/** Counts a large response until it was received. @throws unavailable if there are too many */
function countUnread(
  c: Context<HonoEnv>,
  { method }: Operation,
  encoded: Uint8Array,
  { onReceived, unreadResponses }: HandlerOptions,
): void {
  const caller = c.get('caller')
  if (caller === undefined || caller.role === 'operator') return
  const bytes = countedBytes(encoded)
  if (bytes === 0) return
  // After a write, an error would hide that it took effect.
  if (method === 'GET') unreadResponses.assertRoom(caller, bytes)
  onReceived?.(c, unreadResponses.add(caller, bytes))
}

/** Opens the stream of an operation. */
function runStream<Id extends keyof StreamHandlers>(
  id: Id,
  handler: StreamHandlers[Id],
  options: HandlerOptions,
  c: Context<HonoEnv>,
): Promise<Response> {
  const { cursorSigner } = c.get('dependencies')
  return guard(id, options, c, async (context, inTime) => {
    const received = await receiveBody(c, maxBodyBytes.open)
    const request = readRequest(id, received, cursorSigner)
    const batches = await inTime(handler(context, request))
    const verify = () => authenticateRequest(c)
    if (operations[id].stream === 'events') return sendEvents(c, batches, verify)
    // Operators may export many workspaces at once.
    if (options.onReceived !== undefined && context.caller.role !== 'operator')
      options.onReceived(c, await options.exportTurns.take(context.caller))
    return sendLines(c, batches, verify, options.disconnect)
  })
}

/**
 * Returns the handler of an operation's requests: it authenticates, authorizes, validates, runs the
 * service and responds.
 */
export function operationHandler(id: OperationId, options: HandlerOptions) {
  const operation: Operation = operations[id]
  return async (c: Context<HonoEnv>): Promise<Response> => {
    const { demo } = c.get('dependencies')
    c.set('operationId', id)
    try {
      if (operation.demo === true && demo !== undefined)
        assertDemoAccess(c.req, options.addressOf(c), demo)
      if (isStream(id)) return await runStream(id, streamHandlers[id], options, c)
      const response = isOpen(id)
        ? await runOpen(id, openHandlers[id], options, c)
        : await runGuarded(id, guardedHandlers[id], options, c)
      // Large responses take a while to encode, so it is done once.
      const bytes = new TextEncoder().encode(response.json)
      countUnread(c, operation, bytes, options)
      if (response.isReplayed === true) c.header('Idempotency-Replayed', 'true')
      return send(c, operation, response, bytes)
    } finally {
      if (operation.method !== 'GET') publishWrite(c)
    }
  }
}
