import { firstNames } from '@/console/ui/format/first-names'
import { identityOf, type ShownItem } from './outcomes'

const maxNamed = 3

/** Names the apps for which two previews of a bulk archive differ. */
export function changedApps(before: readonly ShownItem[], now: readonly ShownItem[]): string[] {
  const outcomes = (items: readonly ShownItem[]) =>
    new Map(items.map((item) => [identityOf(item), item.outcome]))
  const [then, today] = [outcomes(before), outcomes(now)]
  const changed = [...before, ...now].filter(
    (item) => then.get(identityOf(item)) !== today.get(identityOf(item)),
  )
  const names = new Map(
    changed.map((item) => [identityOf(item), item.name ?? item.selector ?? item.key ?? '']),
  )
  return [...names.values()]
}

/** Says what has changed since a preview, as far as that is known. */
export function driftText(before: readonly ShownItem[], now: readonly ShownItem[]): string {
  const names = changedApps(before, now)
  const what = names.length === 0 ? '' : `: ${firstNames(names, maxNamed)}`
  return `The apps have changed since the preview${what}. This is what would happen now.`
}
