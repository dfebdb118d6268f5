import { ownWorkspaceId } from '@/server/core/authorize'
import type { CallerIdentity } from '@/server/core/caller'
import { ServiceError } from '@/server/core/service-error'

/** Smaller responses are not counted: sockets and connections take as much. */
export const largeResponseBytes = 100 * 1024
/** How much of a workspace may be unread: eight of the largest pages, and four by its tenants. */
const maxUnreadBytes = 64 * 1024 * 1024
const maxUnreadBytesOfTenants = maxUnreadBytes / 2

/**
 * Counts the large responses that clients have not received yet. They stay in memory until then,
 * so a client that sends requests and reads no responses could fill the memory of the server.
 */
export class UnreadResponses {
  readonly #bytes = new Map<string, number>()

  /** @throws unavailable if the clients of the caller's workspace leave too much unread */
  assertRoom(caller: CallerIdentity, bytes: number): void {
    const max = caller.role === 'tenant' ? maxUnreadBytesOfTenants : maxUnreadBytes
    if (this.#bytesOf(caller) + bytes <= max) return
    throw new ServiceError(
      'unavailable',
      'Too many large responses of this workspace are unread: read them, or try again in a moment',
    )
  }

  /** Counts a response. @returns a function to call when it was received */
  add(caller: CallerIdentity, bytes: number): () => void {
    this.#change(caller, bytes)
    return () => this.#change(caller, -bytes)
  }

  #bytesOf(caller: CallerIdentity): number {
    return this.#bytes.get(ownWorkspaceId(caller) ?? '') ?? 0
  }

  #change(caller: CallerIdentity, change: number): void {
    const key = ownWorkspaceId(caller) ?? ''
    const bytes = this.#bytesOf(caller) + change
    if (bytes === 0) this.#bytes.delete(key)
    else this.#bytes.set(key, bytes)
  }
}
