import { z } from 'zod'
import { countOf } from '@/console/ui/format/format-count'
import { formatDateTime } from '@/console/ui/format/format-date'
import { formatAmount } from '@/console/ui/format/quantity/format-amount'
import { None } from '@/console/ui/none'
import { alertDeliverySchema } from '@/contract/alerts'
import { timestamp } from '@/contract/field'
import { limitSchema } from '@/contract/limits'
import { isDelivered } from './alert-delivery'
import { channelLabels, channels } from './member-path'

function limitText({ value, defaultValue, unit }: z.infer<typeof limitSchema>): string {
  if (value !== undefined) return formatAmount(value, unit)
  return defaultValue === undefined
    ? 'the default'
    : `the default (${formatAmount(defaultValue, unit)})`
}

function deliveryText(delivery: z.infer<typeof alertDeliverySchema>): string {
  const delivering = channels.filter((channel) => isDelivered(delivery, channel))
  return ['Internal', ...delivering.map((channel) => channelLabels[channel])]
    .join(', ')
    .toLowerCase()
}

/** As long as the longest address: only data are longer. */
const maxTextLength = 2048
const shownOfData = 120
const maxShortTextLength = 60

function cut(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}

function isEmpty(value: unknown): boolean {
  const isEmptyList = Array.isArray(value) && value.length === 0
  return value === undefined || value === null || value === '' || isEmptyList
}

function nameOf(part: unknown): string {
  if (typeof part === 'object' && part !== null && 'name' in part) return String(part.name)
  return typeof part === 'string' ? part : JSON.stringify(part)
}

/**
 * Returns a value that isn't empty in words: switches as on and off, limits with their unit,
 * channels and the entries of lists by name. Undefined if there are no words for it.
 */
function wordsFor(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map((part: unknown) => nameOf(part)).join(', ')
  const limit = limitSchema.safeParse(value)
  if (limit.success) return limitText(limit.data)
  const delivery = alertDeliverySchema.safeParse(value)
  return delivery.success ? deliveryText(delivery.data) : undefined
}

/** Formats a time; other texts are shown as they are. */
function textOf(value: string): string {
  return timestamp.safeParse(value).success ? formatDateTime(value) : value
}

function wholeText(value: unknown): string {
  if (isEmpty(value)) return 'none'
  return typeof value === 'string' ? textOf(value) : (wordsFor(value) ?? JSON.stringify(value))
}

/** How much is shown before the first difference. */
const charactersBefore = 15

/** Returns short texts for two values. Long ones that begin alike are cut around what differs. */
export function shortTexts(
  before: unknown,
  after: unknown,
): readonly [before: string, after: string] {
  const [old, now] = [wholeText(before), wholeText(after)]
  const length = Math.min(old.length, now.length)
  let same = 0
  while (same < length && old[same] === now[same]) same += 1
  const start = same - charactersBefore
  const isShort = Math.max(old.length, now.length) <= maxShortTextLength
  const isAtStart = same + charactersBefore < maxShortTextLength
  if (isShort || isAtStart || old === now)
    return [cut(old, maxShortTextLength), cut(now, maxShortTextLength)]
  // The first character may be half of an emoji.
  const end = (text: string) => text.slice(start).replace(/^\p{Cs}/u, '')
  return [`…${cut(end(old), maxShortTextLength)}`, `…${cut(end(now), maxShortTextLength)}`]
}

/** Returns what was added to a list, changed and removed; undefined if nothing, or for no lists. */
export function listChangeText(before: unknown, after: unknown): string | undefined {
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  const old = before.map((part: unknown) => nameOf(part))
  const now = after.map((part: unknown) => nameOf(part))
  const only = (verb: string, names: readonly string[], others: readonly string[]) => {
    const found = names.filter((name) => !others.includes(name))
    return found.length === 0 ? [] : [cut(`${verb} ${found.join(', ')}`, maxShortTextLength)]
  }
  const oldParts = new Set(before.map((part: unknown) => JSON.stringify(part)))
  const changed = now.filter(
    (name, index) => old.includes(name) && !oldParts.has(JSON.stringify(after[index])),
  )
  const parts = [
    ...only('added', now, old),
    ...only('changed', changed, []),
    ...only('removed', old, now),
  ]
  return parts.length === 0 ? undefined : parts.join('; ')
}

const jsonOf = (value: unknown) => JSON.stringify(value, null, 1)

/**
 * Returns two values as lines to compare: code, or JSON if both have the same words, such as a key
 * that was replaced under its name.
 */
export function comparableSides(
  before: unknown,
  after: unknown,
): readonly [before: string, after: string] | undefined {
  if (typeof before === 'string' && typeof after === 'string')
    return `${before}${after}`.includes('\n') ? [before, after] : undefined
  const isText = (value: unknown) => isEmpty(value) || typeof value === 'string'
  if (isText(before) || isText(after) || wordsFor(before) !== wordsFor(after)) return undefined
  return [jsonOf(before), jsonOf(after)]
}

/** Shows a value of a workspace in words where there are any, or else as code or JSON. */
export function ValueText({ value }: { value: unknown }) {
  if (isEmpty(value)) return <None />
  const isCode = typeof value === 'string' && value.includes('\n')
  if (typeof value === 'string' && !isCode) {
    if (value.length <= maxTextLength) return textOf(value)
    return `${cut(value, shownOfData)} (${countOf(value.length, 'character')})`
  }
  const words = isCode ? undefined : wordsFor(value)
  return words === undefined ? (
    <pre className="code-block" tabIndex={0} style={{ maxHeight: '10rem' }}>
      {isCode ? value : jsonOf(value)}
    </pre>
  ) : (
    <span className="figures">{words}</span>
  )
}
