import { dequal } from 'dequal'
import { z } from 'zod'
import { freeObject } from '@/contract/field'
import type { MemberPath } from './member-path'

/** How the elements of a list are identified and merged. */
interface ElementRules {
  /** The schema of an element, which returns its id. */
  id: z.ZodType<string>
  /** How many levels of its members are merged one by one; 0 if only one side can be kept. */
  levels: number
}

/** The lists that are merged by element. */
const elementRules: Partial<Record<MemberPath, ElementRules>> = {
  publicKeys: {
    id: z.looseObject({ publicKey: z.string() }).transform(({ publicKey }) => publicKey),
    levels: 0,
  },
  enabledWebhookEvents: { id: z.string(), levels: 0 },
  categories: { id: z.string(), levels: 0 },
  'alertSettings.emailRecipients': { id: z.string(), levels: 0 },
  // As without options, each function is a member: `auth.functions.test`.
  'specification.options': {
    id: z.looseObject({ key: z.string() }).transform(({ key }) => key),
    levels: 3,
  },
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

/** The values of one thing: before, with my changes, and with those of someone else. */
interface Sides<Value = unknown> {
  base: Value
  mine: Value
  theirs: Value
}

interface Merged<Value = unknown> {
  /** The value with my changes, also of what both changed. */
  withMine: Value
  /** The value with my changes, except of that. */
  withTheirs: Value
  isConflict: boolean
}

/** Merges two changes of a value, by its members where both changed them. */
function mergeValues({ base, mine, theirs }: Sides, levels: number): Merged {
  const settled = (value: unknown) => ({ withMine: value, withTheirs: value, isConflict: false })
  if (dequal(mine, base)) return settled(theirs)
  if (dequal(theirs, base) || dequal(mine, theirs)) return settled(mine)
  const members = z
    .object({ base: freeObject, mine: freeObject, theirs: freeObject })
    .safeParse({ base, mine, theirs }).data
  if (levels === 0 || members === undefined)
    return { withMine: mine, withTheirs: theirs, isConflict: true }
  const names = new Set(Object.values(members).flatMap((side) => Object.keys(side)))
  const merged = [...names].map((name) => {
    const sides = {
      base: members.base[name],
      mine: members.mine[name],
      theirs: members.theirs[name],
    }
    return { name, ...mergeValues(sides, levels - 1) }
  })
  const side = (of: 'withMine' | 'withTheirs') =>
    Object.fromEntries(
      merged.flatMap((member) => (member[of] === undefined ? [] : [[member.name, member[of]]])),
    )
  return {
    withMine: side('withMine'),
    withTheirs: side('withTheirs'),
    isConflict: merged.some(({ isConflict }) => isConflict),
  }
}

/** Returns the ids of all elements: in my order if only I changed it, followed by added ones. */
function orderedIds({ base, mine, theirs }: Sides<Elements>): string[] {
  const isReordered = (changed: Elements) =>
    !dequal(
      [...changed.keys()].filter((id) => base.has(id)),
      [...base.keys()].filter((id) => changed.has(id)),
    )
  const isMyOrder = isReordered(mine) && !isReordered(theirs)
  const lists = isMyOrder ? [mine, theirs, base] : [theirs, mine, base]
  return [...new Set(lists.flatMap((list) => [...list.keys()]))]
}

type List = readonly unknown[]

interface MergedList extends Omit<Merged<List>, 'isConflict'> {
  /** The elements that both changed, each in another way; undefined if there are none. */
  conflict: Sides<List> | undefined
}

/**
 * Merges my changes of a list with those of someone else, by element.
 * @returns undefined for a member that is not such a list, or a list that repeats an element
 */
export function mergeLists(path: MemberPath, lists: Sides): MergedList | undefined {
  const rules = elementRules[path]
  if (rules === undefined) return undefined
  const base = elementsOf(rules.id, lists.base)
  const mine = elementsOf(rules.id, lists.mine)
  const theirs = elementsOf(rules.id, lists.theirs)
  if (base === undefined || mine === undefined || theirs === undefined) return undefined

  const merged = orderedIds({ base, mine, theirs }).map((id) => {
    const sides = { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) }
    return { ...sides, ...mergeValues(sides, rules.levels) }
  })
  const both = merged.filter(({ isConflict }) => isConflict)
  const present = (elements: List) => elements.filter((element) => element !== undefined)
  return {
    withMine: present(merged.map(({ withMine }) => withMine)),
    withTheirs: present(merged.map(({ withTheirs }) => withTheirs)),
    conflict:
      both.length === 0
        ? undefined
        : {
            base: present(both.map((element) => element.base)),
            mine: present(both.map((element) => element.mine)),
            theirs: present(both.map((element) => element.theirs)),
          },
  }
}
