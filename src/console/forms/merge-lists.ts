import { dequal } from 'dequal'
import { z } from 'zod'
import type { MemberPath } from './member-path'

/** The schema of the elements of each list that is merged by element, which returns their id. */
const elementIds: Partial<Record<MemberPath, z.ZodType<string>>> = {
  publicKeys: z.looseObject({ publicKey: z.string() }).transform(({ publicKey }) => publicKey),
  enabledWebhookEvents: z.string(),
  categories: z.string(),
  'alertSettings.emailRecipients': z.string(),
}

type Elements = ReadonlyMap<string, unknown>

/** Returns the elements of a list by id; undefined for no list, or one that repeats an element. */
function elementsOf(id: z.ZodType<string>, list: unknown): Elements | undefined {
  const parsed = z.array(z.unknown()).safeParse(list ?? [])
  const ids = z.array(id).safeParse(parsed.data)
  if (!parsed.success || !ids.success) return undefined
  const elements = new Map(ids.data.map((name, index) => [name, parsed.data[index]]))
  return elements.size === parsed.data.length ? elements : undefined
}

interface MergedList {
  /** The list with my changes, also of the elements that both changed. */
  withMine: readonly unknown[]
  /** The list with my changes, except of those elements. */
  withTheirs: readonly unknown[]
  /** The elements that both changed, each in another way; undefined if there are none. */
  conflict: Record<'base' | 'mine' | 'theirs', readonly unknown[]> | undefined
}

/**
 * Merges my changes of a list with those of someone else, by element. Elements are in their order,
 * followed by those that I added.
 * @returns undefined for a member that is not such a list, or a list that repeats an element
 */
export function mergeLists(
  path: MemberPath,
  lists: { base: unknown; mine: unknown; theirs: unknown },
): MergedList | undefined {
  const id = elementIds[path]
  if (id === undefined) return undefined
  const base = elementsOf(id, lists.base)
  const mine = elementsOf(id, lists.mine)
  const theirs = elementsOf(id, lists.theirs)
  if (base === undefined || mine === undefined || theirs === undefined) return undefined

  const differsIn = (one: Elements, other: Elements) => (name: string) =>
    !dequal(one.get(name), other.get(name))
  const isChangedByMe = differsIn(base, mine)
  const isChangedByThem = differsIn(base, theirs)
  const isDifferent = differsIn(mine, theirs)
  const all = [...new Set([...theirs.keys(), ...mine.keys(), ...base.keys()])]
  const both = all.filter(
    (name) => isChangedByMe(name) && isChangedByThem(name) && isDifferent(name),
  )
  const listOf = (names: readonly string[], side: (name: string) => Elements) =>
    names.flatMap((name) => (side(name).has(name) ? [side(name).get(name)] : []))
  return {
    withMine: listOf(all, (name) => (isChangedByMe(name) ? mine : theirs)),
    withTheirs: listOf(all, (name) =>
      isChangedByMe(name) && !both.includes(name) ? mine : theirs,
    ),
    conflict:
      both.length === 0
        ? undefined
        : {
            base: listOf(both, () => base),
            mine: listOf(both, () => mine),
            theirs: listOf(both, () => theirs),
          },
  }
}
