import { Code, Text } from '@mantine/core'
import { z } from 'zod'
import { alertDeliverySchema } from '../../contract/alerts'
import { limitEntrySchema } from '../../contract/limits'
import { userLocale } from '../ui/locale'
import { formatWithUnit } from '../ui/quantity/format-quantity'

function limitText({ value, defaultValue, unit }: z.infer<typeof limitEntrySchema>): string {
  if (value !== undefined) return formatWithUnit(value, unit, userLocale)
  return defaultValue === undefined
    ? 'the default'
    : `the default (${formatWithUnit(defaultValue, unit, userLocale)})`
}

function deliveryText(delivery: z.infer<typeof alertDeliverySchema>): string {
  return [
    'internal',
    ...(delivery.webhook?.enabled === true ? ['webhook'] : []),
    ...(delivery.email?.enabled === true ? ['e-mail'] : []),
  ].join(', ')
}

const maxTextLength = 60

/** Returns a short text for a value of a workspace. */
export function shortText(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  const limit = limitEntrySchema.safeParse(value)
  if (limit.success) return limitText(limit.data)
  const delivery = alertDeliverySchema.safeParse(value)
  if (delivery.success) return deliveryText(delivery.data)
  const text = fullText(value)
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
}

function fullText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map((part: unknown) => nameOf(part)).join(', ') || 'none'
  return JSON.stringify(value)
}

/**
 * Shows a value of a workspace: switches as on and off, limits with their unit, channels by name.
 */
export function ValueText({ value }: { value: unknown }) {
  if (value === undefined || value === null || value === '')
    return (
      <Text span c="dimmed" fz="inherit">
        none
      </Text>
    )
  if (typeof value === 'boolean') return <>{value ? 'on' : 'off'}</>
  if (typeof value === 'string')
    return <>{value.length > 120 ? `${value.slice(0, 120)}…` : value}</>
  const limit = limitEntrySchema.safeParse(value)
  if (limit.success) return <span className="figures">{limitText(limit.data)}</span>
  const delivery = alertDeliverySchema.safeParse(value)
  if (delivery.success) return <>{deliveryText(delivery.data)}</>
  if (Array.isArray(value))
    return value.length === 0 ? (
      <Text span c="dimmed" fz="inherit">
        none
      </Text>
    ) : (
      <>{value.map((part: unknown) => nameOf(part)).join(', ')}</>
    )
  return (
    <Code block tabIndex={0} fz="xs" mah={160} style={{ overflow: 'auto' }}>
      {JSON.stringify(value, null, 1)}
    </Code>
  )
}

function nameOf(part: unknown): string {
  if (typeof part === 'object' && part !== null && 'name' in part) return String(part.name)
  return typeof part === 'string' ? part : JSON.stringify(part)
}
