import type { Edit } from '@/console/edits/edits'
import {
  connectorOperations,
  isConnectorFunctionName,
  type ConnectorSpecification,
} from '@/contract/connectors'
import { freeObject } from '@/contract/field'
import { maskedValue, type AuditEvent } from '@/contract/history'
import { connectorEdits, editedDraft } from './connector-edits'

/** Returns the names that lead to a member: `makeApiClient.code` is one of a function. */
function namesInOption(path: string): string[] {
  const [first = '', ...rest] = path.split('.')
  return isConnectorFunctionName(first) && rest.length > 0 ? [first, rest.join('.')] : [path]
}

/** Returns the names that lead to a member of a specification. Keys of options can contain dots. */
function namesIn(path: string, optionKeys: readonly string[]): string[] {
  const prefix = 'options.'
  if (!path.startsWith(prefix)) return namesInOption(path)
  const inOptions = path.slice(prefix.length)
  const [key = inOptions] = optionKeys
    .filter((name) => `${inOptions}.`.startsWith(`${name}.`))
    .toSorted((one, other) => other.length - one.length)
  const inOption = inOptions.slice(key.length + 1)
  return ['options', key, ...(inOption === '' ? [] : namesInOption(inOption))]
}

/** Returns members with a value at the names, or without one; undefined where it has no place. */
function withValue(
  members: unknown,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Record<string, unknown> | undefined {
  const read = freeObject.safeParse(members).data
  if (read === undefined) return undefined
  if (rest.length > 0) {
    const inner = withValue(read[name], rest, value)
    return inner && { ...read, [name]: inner }
  }
  const { [name]: _before, ...others } = read
  return value === undefined ? others : { ...read, [name]: value }
}

/** Whether a value can be what the names lead to: options are objects, and each of them is one. */
function fits([first, ...rest]: readonly string[], value: unknown): boolean {
  if (first !== 'options' || rest.length > 1 || value === undefined) return true
  return freeObject.safeParse(value).success
}

function isMasked(value: unknown): boolean {
  return value === maskedValue || freeObject.safeParse(value).data?.['parameters'] === maskedValue
}

export interface ConnectorRevert {
  /** The edits that undo the change; none if nothing of it is left. */
  edits: Edit[]
  /** The paths of the members whose earlier value is unknown, or fits nowhere any more. */
  unknown: string[]
}

/** Finds out how to undo a recorded change of a connector's working copy. */
export function revertOf(
  specification: ConnectorSpecification,
  changes: AuditEvent['changes'],
): ConnectorRevert {
  const optionKeys = Object.keys(freeObject.safeParse(specification['options']).data ?? {})
  const { response } = connectorOperations.getConnectorSpecification
  const unknown: string[] = []
  let reverted = specification
  for (const { path, before } of changes) {
    const names = namesIn(path, optionKeys)
    const isKnown = !isMasked(before) && fits(names, before)
    const next = isKnown ? response.safeParse(withValue(reverted, names, before)).data : undefined
    if (next === undefined) unknown.push(path)
    else reverted = next
  }
  return { edits: connectorEdits(editedDraft(specification), editedDraft(reverted)), unknown }
}
