import { isConnectorFunctionName } from '@/contract/connectors'
import { maskedValue, type RecordedChange } from '@/contract/history'
import { hasSameText } from '@/server/core/writes/changed-members'
import { appReferences } from './referenced-app'

type Members = Readonly<Record<string, unknown>>

const references: readonly string[] = appReferences

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a member in a form without values of parameters, which may be secret. */
function masked(name: string, value: unknown): unknown {
  if (value === undefined) return undefined
  if (name === 'parameters') return maskedValue
  if (!isObject(value) || value['parameters'] === undefined) return value
  return { ...value, parameters: maskedValue }
}

/**
 * Lists the members that differ between two objects, by their paths. Their texts are compared,
 * because the order of a schema's members is that of its fields.
 */
function memberChanges(prefix: string, before: Members, after: Members): RecordedChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .filter((name) => !hasSameText(before[name], after[name]))
    .flatMap((name) => changesOf(prefix, name, before[name], after[name]))
}

/** Lists what differs between the options; their order alone is a change too. */
function optionChanges(before: Members, after: Members): RecordedChange[] {
  const changes = memberChanges('options.', before, after)
  const [keys, newKeys] = [Object.keys(before), Object.keys(after)]
  return changes.length > 0 || hasSameText(keys, newKeys)
    ? changes
    : [{ path: 'options', before: keys, after: newKeys }]
}

function changesOf(
  prefix: string,
  name: string,
  before: unknown,
  after: unknown,
): RecordedChange[] {
  const path = `${prefix}${name}`
  if (prefix === '' && name === 'options')
    return optionChanges(isObject(before) ? before : {}, isObject(after) ? after : {})
  const isDivided = prefix === 'options.' || isConnectorFunctionName(name)
  if (isDivided && isObject(before) && isObject(after))
    return memberChanges(`${path}.`, before, after)
  return [{ path, before: masked(name, before), after: masked(name, after) }]
}

/**
 * Lists what differs between two specifications: functions and options by member, without values
 * of parameters, and without the references to an app, which the connector has resolved.
 */
export function specificationChanges(before: Members, after: Members): RecordedChange[] {
  return memberChanges('', before, after).filter(({ path }) => !references.includes(path))
}
