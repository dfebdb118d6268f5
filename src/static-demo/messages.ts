import { z } from 'zod/mini'

/** A request to the API, as a page passes it to the worker. */
export const requestSchema = z.object({
  kind: z.literal('request'),
  method: z.string(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.optional(z.instanceof(ArrayBuffer)),
})

/** Says that a page is being left. The worker can outlive it by minutes, for a reload. */
export const leavingMessage = 'leaving'

/** Names the lock that a page holds until it is gone: one that crashes can't say that it leaves. */
export const pageLockSchema = z.object({ kind: z.literal('page lock'), name: z.string() })

/** Says that another page has changed data. */
export const changedMessage = 'changed'

/** The response, sent to the port of the request. */
const responseSchema = z.object({
  status: z.number(),
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.instanceof(ArrayBuffer),
})

/** The progress of the worker's start. */
export const progressSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('loading'), share: z.number() }),
  z.object({ kind: z.literal('waiting') }),
  z.object({ kind: z.literal('starting') }),
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
])

export type Progress = z.infer<typeof progressSchema>

async function describeRequest(request: Request): Promise<z.infer<typeof requestSchema>> {
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD'
  return {
    kind: 'request',
    method: request.method,
    url: request.url,
    headers: [...request.headers],
    body: hasBody ? await request.arrayBuffer() : undefined,
  }
}

/** Sends a response to the port of its request. */
export async function sendResponse(response: Response, reply: MessagePort): Promise<void> {
  const body = await response.arrayBuffer()
  reply.postMessage({ status: response.status, headers: [...response.headers], body }, [body])
}

/** Sends a request and a port with `post`, and waits for the response on the port. */
export async function requestThrough(
  post: (message: unknown, transfer: Transferable[]) => void,
  request: Request,
): Promise<Response> {
  const described = await describeRequest(request)
  const { port1, port2 } = new MessageChannel()
  const { status, headers, body } = await new Promise<z.infer<typeof responseSchema>>(
    (resolve, reject) => {
      port1.addEventListener('message', ({ data }) => {
        port1.close()
        const read = responseSchema.safeParse(data)
        if (read.success) resolve(read.data)
        else reject(read.error)
      })
      port1.start()
      post(described, [port2])
    },
  )
  const hasNoBody = status === 204 || status === 205 || status === 304
  return new Response(hasNoBody ? null : body, { status, headers })
}
