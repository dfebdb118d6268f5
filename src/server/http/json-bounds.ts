import { createScanner, type JSONScanner } from 'jsonc-parser'
import type { Issue } from '@/contract/errors'
import { maxNesting } from '@/server/core/invalid-text'

/** Bounds checked before parsing, so that parsing takes at most a few times the body's size. */
export const maxMembers = 10_000
export const maxValues = 100_000
export const maxTextLength = 1_000_000
/** The length of one member of a body, such as a schema, in characters of JSON. */
export const maxMemberLength = 1024 * 1024

const number = new Intl.NumberFormat('en')

/** An object or array that the scanner is inside of, with its member count so far. */
interface OpenContainer {
  closedBy: string
  members: number
  /** The names of an object's members so far; absent for an array. */
  names?: Set<string>
}

/** How far a scan has come. */
interface ScanState {
  open: OpenContainer[]
  values: number
  commas: number
  /** The text before, which is a name if a colon follows. */
  lastText: string | undefined
  /** The member of the body that the scanner is in, and where its value begins. */
  path: string[]
  memberStart: number
}

/** Adds a name to the innermost object. Returns whether the object has it already. */
function isRepeated({ open, lastText }: ScanState): boolean {
  const names = open.at(-1)?.names
  if (lastText === undefined || names === undefined) return false
  if (names.has(lastText)) return true
  names.add(lastText)
  return false
}

/** Counts the scanner's token, which starts with the given character. */
function countToken(state: ScanState, scanner: JSONScanner, first: string): void {
  const { open, lastText } = state
  const innermost = open.at(-1)
  const isBetweenMembers = open.length === 1
  if (first === ':') {
    if (!isBetweenMembers) return
    state.path = lastText === undefined ? [] : [lastText]
    state.memberStart = scanner.getTokenOffset()
  } else if (first === ',') {
    state.commas += 1
    if (innermost !== undefined) innermost.members += 1
    if (!isBetweenMembers) return
    state.path = []
    state.memberStart = Infinity
  } else if (first === '}' || first === ']') {
    if (innermost?.closedBy === first) open.pop()
  } else {
    state.values += 1
    if (first === '{') open.push({ closedBy: '}', members: 1, names: new Set() })
    if (first === '[') open.push({ closedBy: ']', members: 1 })
    state.lastText = first === '"' ? scanner.getTokenValue() : undefined
  }
}

/** Describes the first bound that the scanner's token exceeds. */
function describeExcess(
  { open, values, commas, memberStart }: ScanState,
  scanner: JSONScanner,
  memberLength: number,
): string | undefined {
  // The length of the token would include quotes and escapes.
  if (scanner.getTokenValue().length > maxTextLength)
    return `A text is longer than ${number.format(maxTextLength)} characters`
  if (open.length > maxNesting) return `Nested deeper than ${maxNesting} levels`
  if ((open.at(-1)?.members ?? 0) > maxMembers)
    return `An object or list has more than ${number.format(maxMembers)} members`
  if (scanner.getTokenOffset() + scanner.getTokenLength() - memberStart > memberLength)
    return `Longer than ${number.format(memberLength)} characters of JSON (1 MB)`
  // Malformed text can have any number of commas without values between them.
  if (Math.max(values, commas) > maxValues)
    return `More than ${number.format(maxValues)} names and values`
  return undefined
}

/**
 * Finds why a JSON text is refused before it is parsed: a name that an object has twice, which
 * parsers read differently, or an exceeded bound (nesting, members of one object or array, total
 * values, blanks in a row, length of one text or of one member of the body). It reads malformed
 * text as the error-tolerant parser of jsonc-parser does, so that neither recurses deeper than the
 * bound.
 * @param memberLength the longest allowed member of the body, in characters
 */
export function findRefusedJson(text: string, memberLength = maxMemberLength): Issue | undefined {
  const scanner = createScanner(text, true)
  const state: ScanState = {
    open: [],
    values: 0,
    commas: 0,
    lastText: undefined,
    path: [],
    memberStart: Infinity,
  }
  const issue = (message: string, code: string): Issue => ({
    path: ['body', ...state.path],
    message,
    code,
  })
  const blanks = /[ \t\r\n]*/y
  for (;;) {
    // The scanner would collect them one by one, and take many times their memory.
    blanks.lastIndex = scanner.getPosition()
    blanks.exec(text)
    if (blanks.lastIndex - scanner.getPosition() > maxMemberLength)
      return issue(`More than ${number.format(maxMemberLength)} blanks in a row`, 'too_large')
    scanner.setPosition(blanks.lastIndex)
    scanner.scan()
    if (scanner.getTokenOffset() >= text.length) return undefined
    const first = text.charAt(scanner.getTokenOffset())
    countToken(state, scanner, first)
    if (first === ':' && isRepeated(state)) {
      const name = state.lastText?.slice(0, 100)
      return issue(`An object has the name '${name}' more than once`, 'repeated')
    }
    const message = describeExcess(state, scanner, memberLength)
    if (message !== undefined) return issue(message, 'too_large')
  }
}
