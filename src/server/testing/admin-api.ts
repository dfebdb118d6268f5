import { expect, vi } from 'vitest'
import { z } from 'zod'
import type { Admin } from './processes'

const page = z.object({
  items: z.array(z.object({ name: z.string() })),
  cursor: z.string().optional(),
})

/** What came of a request to a server that may be unavailable. */
export interface Recorded {
  request: string
  /** 0 when there was no response, because the process has ended. */
  status: number
  milliseconds: number
  retryAfter: string | null
  body: string
}

/** Sends an admin's requests to a server that may be unavailable. */
export function adminApi(address: string, { token, workspaceId }: Admin) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    key?: string,
  ): Promise<Recorded> {
    const since = performance.now()
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => undefined)
    return {
      request: `${method} ${path}`,
      status: response?.status ?? 0,
      retryAfter: response?.headers.get('Retry-After') ?? null,
      // A process can end between the head of a response and its body.
      body: (await response?.text().catch(() => undefined)) ?? '',
      milliseconds: performance.now() - since,
    }
  }

  /** Raises the limits that the load would reach. */
  async function raiseLimits(): Promise<void> {
    const many = { unit: 'number', value: 1_000_000 }
    const limits = {
      workspaceElementCreationsPerSecond: many,
      workspaceElementCreationsPerHour: many,
      totalNumberOfWorkspaceElements: many,
      apiRequestsPerSecond: many,
      apiRequestsPerHour: many,
      parallelApiRequests: many,
    }
    expect((await send('PATCH', `/org-workspaces/${workspaceId}`, { limits })).status).toBe(200)
  }

  /** Lists the names of all connectors that a search finds. */
  async function names(search: string): Promise<string[]> {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const after = cursor === undefined ? '' : `&cursor=${cursor}`
      const { body } = await send(
        'GET',
        `/connectors?search=${encodeURIComponent(search)}&limit=1000${after}`,
      )
      const { items, cursor: next } = page.parse(JSON.parse(body))
      found.push(...items.map(({ name }) => name))
      cursor = next
    } while (cursor !== undefined)
    return found
  }

  return { send, raiseLimits, names }
}

export type AdminApi = ReturnType<typeof adminApi>

/** Waits until the server reports that it is ready (200), or that it is not (503). */
export async function expectReadiness({ send }: AdminApi, status: 200 | 503): Promise<void> {
  await vi.waitFor(async () => expect((await send('GET', '/ready')).status).toBe(status), {
    timeout: 15_000,
  })
}
