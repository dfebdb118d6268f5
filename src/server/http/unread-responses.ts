import type { WorkspaceCaller } from '@/server/core/access/caller'
import { ServiceError } from '@/server/core/service-error'

/** Smaller responses, in bytes, are not counted: sockets and connections take as much. */
const largeResponseBytes = 100 * 1024
/** How many bytes of a workspace may be unread: eight of the largest pages. */
const maxUnread = 64 * 1024 * 1024
/** How much of that its tenants may leave unread. */
const maxUnreadOfTenants = maxUnread / 2

/** How many bytes are unread in a workspace, and those by its tenants. */
interface Unread {
  all: number
  byTenants: number
}

/** Returns how many bytes of a response count as unread until it was received. */
export function countedBytes({ byteLength }: Uint8Array): number {
  return byteLength < largeResponseBytes ? 0 : byteLength
}

/**
 * Counts the large responses that clients have not received yet. They stay in memory until then,
 * so a client that sends requests and reads no responses could fill the memory of the server. Those
 * of operators are not counted: they are trusted to read what they request.
 */
export class UnreadResponses {
  readonly #unread = new Map<string, Unread>()

  /**
   * A response is always sent if nothing is unread.
   * @throws unavailable if the clients of the caller's workspace leave too much unread
   */
  assertRoom(caller: WorkspaceCaller, bytes: number): void {
    const { all, byTenants } = this.#unreadOf(caller)
    const isFull = (unread: number, max: number) => unread > 0 && unread + bytes > max
    if (
      isFull(all, maxUnread) ||
      (caller.role === 'tenant' && isFull(byTenants, maxUnreadOfTenants))
    )
      throw new ServiceError(
        'unavailable',
        'Too many large responses of this workspace are unread: ' +
          'read them, or try again in a moment',
      )
  }

  /** Counts a response. @returns a function to call when it was received */
  add(caller: WorkspaceCaller, bytes: number): () => void {
    this.#change(caller, bytes)
    return () => this.#change(caller, -bytes)
  }

  #unreadOf({ workspaceId }: WorkspaceCaller): Unread {
    return this.#unread.get(workspaceId) ?? { all: 0, byTenants: 0 }
  }

  #change(caller: WorkspaceCaller, change: number): void {
    const { all, byTenants } = this.#unreadOf(caller)
    const isTenant = caller.role === 'tenant'
    if (all + change === 0) this.#unread.delete(caller.workspaceId)
    else
      this.#unread.set(caller.workspaceId, {
        all: all + change,
        byTenants: isTenant ? byTenants + change : byTenants,
      })
  }
}
